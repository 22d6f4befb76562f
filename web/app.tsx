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

const loadAccountPages = () => import('./account-pages.tsx');

const AccountPages = lazyPage(async () => {
  const [{ AccountPages, openSession }, token] = await Promise.all([loadAccountPages(), restoreToken()]);
  const store = openSession(token);
  return { default: () => <AccountPages store={store} /> };
});

/** Sets what somebody with a token will see on its way, before anything can be rendered. */
export function warmAccountPages(): void {
  const isTracker = location.pathname.endsWith(paths.home);
  const loads = [loadAccountPages, ...(isTracker ? [() => import('./home/home-page.tsx')] : [])];
  // Whoever then renders it meets the failure, and can try again.
  for (const load of loads) load().catch(() => {});
  // The platform's first date format takes 20 ms to make: better while the network is busy than when something is drawn.
  setTimeout(() => new Intl.DateTimeFormat());
}

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
