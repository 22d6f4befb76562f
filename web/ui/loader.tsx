import { useTranslation } from 'react-i18next';
import styles from './loader.module.css';

/** The centred, blue, animated spinner over the whole screen. */
export function Loader() {
  const { t } = useTranslation();
  return (
    <div className={styles.screen} role="status">
      <span className={styles.ring} />
      <span className="visually-hidden">{t('app.loading')}</span>
    </div>
  );
}

/** A small spinner inside something else. */
export function Spinner() {
  return <span className={styles.small} aria-hidden="true" />;
}
