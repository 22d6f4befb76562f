import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './notice-screen.module.css';

interface Props {
  title: string;
  text: string;
  onRetry(): void;
}

/** Takes the place of a page that cannot be shown now, with a way to try again. */
export function NoticeScreen({ title, text, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <main className={styles.screen} role="alert">
      <svg className={styles.drop} viewBox="0 0 64 64" aria-hidden="true">
        <path d="M32 6c10 12 18 21 18 32a18 18 0 0 1-36 0C14 27 22 18 32 6z" fill="var(--blue-pale)" />
        <path
          d="M24 36v2M40 36v2M25 48c4-4 10-4 14 0"
          fill="none"
          stroke="var(--link)"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Button onClick={onRetry}>{t('app.retry')}</Button>
    </main>
  );
}
