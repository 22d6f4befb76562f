import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Spinner } from './loader.tsx';
import styles from './section.module.css';

/** Holds the place of what is on its way. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <p className={styles.waiting} role="status">
      <Spinner /> {t('app.loading')}
    </p>
  );
}

/** Says that something did not come, and offers to try again. */
export function LoadFailed({ children, onRetry }: { children: ReactNode; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} role="alert">
      <p>{children}</p>
      <Button look="quiet" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  );
}
