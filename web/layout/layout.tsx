import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, Outlet } from 'react-router';
import { selectIsSignedIn, selectUser } from '../account/auth.slice.ts';
import { paths } from '../paths.ts';
import { Loader } from '../ui/loader.tsx';
import { PageErrors } from '../ui/page-errors.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './layout.module.css';
import { UserMenu } from './lazy-user-menu.tsx';
import { Logo } from './logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** What every page stands in: the header with the language, the appearance and the account. */
export function Layout() {
  const { t } = useTranslation();
  const user = useSelector(selectUser);
  const isSignedIn = useSelector(selectIsSignedIn);
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('app.skipToContent')}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to={isSignedIn ? paths.home : paths.welcome} className={styles.home}>
            <Logo /> <span className={styles.name}>{t('app.name')}</span>
          </Link>
          <div className={styles.tools}>
            <LanguageSwitch />
            <ThemeSwitch />
            {isSignedIn && user ? (
              <Suspense fallback={<span className={styles.menuPlace} />}>
                <UserMenu user={user} />
              </Suspense>
            ) : (
              <Link to={paths.signIn} className={styles.signIn}>
                {t('auth.signIn')}
              </Link>
            )}
          </div>
        </div>
      </header>
      <PageErrors>
        <Suspense fallback={<Loader />}>
          <Outlet />
        </Suspense>
      </PageErrors>
    </>
  );
}
