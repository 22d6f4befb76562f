import '@fontsource-variable/onest/wght.css';
import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import * as z from 'zod/mini';
import { tokenRestored } from './account/auth.slice.ts';
import { keepToken, restoreToken, watchToken } from './account/token-storage.ts';
import { App } from './app.tsx';
import { startI18n } from './i18n/i18n.ts';
import { applyTheme, storedTheme } from './layout/theme.ts';
import { createStore } from './store.ts';

// Schemas that compile themselves would need `unsafe-eval` in the security policy.
z.config({ jitless: true });
applyTheme(storedTheme());

const store = createStore();
const [token] = await Promise.all([restoreToken(), startI18n()]);
store.dispatch(tokenRestored(token));

let kept = token;
store.subscribe(() => {
  const { token: current } = store.getState().auth;
  if (current === kept) return;
  kept = current;
  keepToken(current);
});

// Another tab signed out or in: this one follows.
watchToken((token) => {
  kept = token;
  store.dispatch(tokenRestored(token));
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
);
