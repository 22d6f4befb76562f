import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { restoreToken } from './account/token-storage.ts';
import { Layout } from './layout/layout.tsx';
import { paths } from './paths.ts';
import { lazyPage } from './ui/lazy-page.tsx';
import { Loader } from './ui/loader.tsx';
import { PageErrors } from './ui/page-errors.tsx';
import { ToastOutlet } from './ui/toast.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const AccountPages = lazyPage(async () => {
  const [{ AccountPages, openSession }, token] = await Promise.all([
    import('./account-pages.tsx'),
    restoreToken(),
  ]);
  const store = openSession(token);
  return { default: () => <AccountPages store={store} /> };
});

/** The whole application, inside a router. */
export function App({ hasToken }: { hasToken: boolean }) {
  return (
    <>
      <Pages hasToken={hasToken} />
      <ToastOutlet />
    </>
  );
}

/**
 * A visitor who only reads the welcome page needs neither state nor client: both come with the first step further, or
 * at once where a token says that there is an account.
 */
function Pages({ hasToken }: { hasToken: boolean }) {
  const isWelcome = useLocation().pathname === paths.welcome;
  const [isVisitor, setIsVisitor] = useState(!hasToken);
  if (isVisitor && !isWelcome) setIsVisitor(false);

  if (isVisitor) {
    return (
      <Layout>
        <WelcomePage isSignedIn={false} />
      </Layout>
    );
  }
  return (
    <PageErrors>
      <Suspense fallback={<Loader />}>
        <AccountPages />
      </Suspense>
    </PageErrors>
  );
}
