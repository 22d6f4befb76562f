import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './layout.module.css';
import { Logo } from './logo.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface Props {
  /** The signed-in person's menu; without it stands the way to sign in. */
  account?: ReactNode;
  /** The page. */
  children: ReactNode;
}

/** What every page stands in: the header with the language, the appearance and the account. */
export function Layout({ account, children }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('app.skipToContent')}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to={account ? paths.home : paths.welcome} className={styles.home}>
            <Logo /> <span className={styles.name}>{t('app.name')}</span>
          </Link>
          <div className={styles.tools}>
            <LanguageSwitch />
            <ThemeSwitch />
            {account || (
              <Link to={paths.signIn} className={styles.signIn}>
                {t('auth.signIn')}
              </Link>
            )}
          </div>
        </div>
      </header>
      <OfflineNotice />
      {children}
    </>
  );
}
