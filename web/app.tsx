import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router';
import { BASE_PATH } from '../contract/base-path.ts';
import { refreshUser, selectAuth, selectIsRefreshing, selectIsSignedIn } from './account/auth.slice.ts';
import { Layout } from './layout/layout.tsx';
import { paths } from './paths.ts';
import { useAppDispatch } from './state.ts';
import { lazyPage } from './ui/lazy-page.tsx';
import { Loader } from './ui/loader.tsx';
import { NoticeScreen } from './ui/notice-screen.tsx';
import { ToastOutlet } from './ui/toast.tsx';

const WelcomePage = lazyPage(() => import('./welcome/welcome-page.tsx'));
const SignInPage = lazyPage(() => import('./account/sign-in-page.tsx'));
const SignUpPage = lazyPage(() => import('./account/sign-up-page.tsx'));
const HomePage = lazyPage(() => import('./home/home-page.tsx'));

/** Every page, who may see it, and the refresh of the user at the start. */
export function App() {
  const dispatch = useAppDispatch();
  const { token, authenticated } = useSelector(selectAuth);
  const isRefreshing = useSelector(selectIsRefreshing);

  useEffect(() => {
    if (token !== null && !authenticated) void dispatch(refreshUser());
  }, [dispatch, token, authenticated]);

  return (
    <>
      {isRefreshing ? <Loader /> : <Pages />}
      <ToastOutlet />
    </>
  );
}

function Pages() {
  const isSignedIn = useSelector(selectIsSignedIn);
  return (
    <BrowserRouter basename={BASE_PATH}>
      <Routes>
        <Route element={<Layout />}>
          <Route path={paths.welcome} element={<WelcomePage isSignedIn={isSignedIn} />} />
          <Route element={<SignedInOnly />}>
            <Route path={paths.home} element={<HomePage />} />
          </Route>
          <Route element={<SignedOutOnly />}>
            <Route path={paths.signIn} element={<SignInPage />} />
            <Route path={paths.signUp} element={<SignUpPage />} />
          </Route>
          <Route path="*" element={<Navigate to={paths.welcome} replace />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
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
  const isSignedIn = useSelector(selectIsSignedIn);
  return isSignedIn ? <Navigate to={paths.home} replace /> : <Outlet />;
}
