import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Provider, useSelector } from 'react-redux';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import {
  refreshUser,
  selectAuth,
  selectIsRefreshing,
  selectIsSignedIn,
  selectUser,
} from './account/auth.slice.ts';
import { UserMenu } from './account/user-menu.tsx';
import { Layout } from './layout/layout.tsx';
import { paths } from './paths.ts';
import { useAppDispatch } from './state.ts';
import type { Store } from './store.ts';
import { lazyPage } from './ui/lazy-page.tsx';
import { Loader } from './ui/loader.tsx';
import { NoticeScreen } from './ui/notice-screen.tsx';
import { PageErrors } from './ui/page-errors.tsx';
import { toast } from './ui/toast.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const SignInPage = lazyPage(() => import('./account/sign-in-page.tsx'));
const SignUpPage = lazyPage(() => import('./account/sign-up-page.tsx'));
const ReminderSettings = lazyPage(() => import('./reminders/reminder-settings.tsx'));
const HomePage = lazyPage(() => import('./home/home-page.tsx'));

export { openSession } from './session.ts';

/** Everything that knows accounts: the state, the refresh of the user at the start, the pages and who may see them. */
export function AccountPages({ store }: { store: Store }) {
  return (
    <Provider store={store}>
      <Refreshed />
    </Provider>
  );
}

/** Shows the pages once it is known whether the token that was kept still counts. */
function Refreshed() {
  const dispatch = useAppDispatch();
  const { token, authenticated } = useSelector(selectAuth);
  const isRefreshing = useSelector(selectIsRefreshing);

  useEffect(() => {
    if (token !== null && !authenticated) void dispatch(refreshUser());
  }, [dispatch, token, authenticated]);

  return isRefreshing ? <Loader /> : <Pages />;
}

function Pages() {
  const isSignedIn = useSelector(selectIsSignedIn);
  return (
    <Routes>
      <Route element={<PageFrame />}>
        <Route path={paths.welcome} element={<WelcomePage isSignedIn={isSignedIn} />} />
        <Route element={<SignedInOnly />}>
          <Route path={paths.home} element={<HomePage />} />
        </Route>
        <Route element={<SignedOutOnly />}>
          <Route path={paths.signIn} element={<SignInPage />} />
          <Route path={paths.signUp} element={<SignUpPage />} />
        </Route>
        <Route path={paths.login} element={<Navigate to={paths.welcome} replace />} />
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  );
}

/** The layout with the account in its header, around a page that may still be loading. */
function PageFrame() {
  const { pathname } = useLocation();
  const isSignedIn = useSelector(selectIsSignedIn);
  const user = useSelector(selectUser);
  const { token } = useSelector(selectAuth);
  // Whoever has a session that could not be confirmed yet is not asked to sign in.
  const account =
    isSignedIn && user ? (
      <UserMenu user={user} reminders={<ReminderSettings />} />
    ) : (
      token !== null && <span />
    );
  return (
    <Layout account={account}>
      {/* Keyed: a page that failed does not stand in the way of the next. */}
      <PageErrors key={pathname}>
        <Suspense fallback={<Loader />}>
          <Outlet />
        </Suspense>
      </PageErrors>
    </Layout>
  );
}

/** Leads to the start, and says why. */
function UnknownPage() {
  const { t } = useTranslation();
  useEffect(() => {
    void toast('error', t('app.noPage'));
  }, [t]);
  return <Navigate to={paths.welcome} replace />;
}

function SignedInOnly() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { token } = useSelector(selectAuth);
  const isSignedIn = useSelector(selectIsSignedIn);
  if (isSignedIn) return <Outlet />;
  if (token === null) return <Navigate to={paths.login} replace />;
  // A session that the server could not confirm is not over: it may be the connection that is.
  return (
    <NoticeScreen
      title={t('failures.awayTitle')}
      text={t('failures.awayText')}
      onRetry={() => void dispatch(refreshUser())}
    />
  );
}

function SignedOutOnly() {
  // A session that is not confirmed yet counts: a form would be gone as soon as it is.
  const { token } = useSelector(selectAuth);
  return token === null ? <Outlet /> : <Navigate to={paths.home} replace />;
}
