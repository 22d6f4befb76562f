import '@fontsource-variable/onest/wght.css';
import './ui/theme.css';
import i18next from 'i18next';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { BASE_PATH } from '../contract/base-path.ts';
import { restoreToken } from './account/token-storage.ts';
import { App, warmAccountPages } from './app.tsx';
import { startI18n } from './i18n/i18n.ts';

const texts = startI18n();
const hasToken = (await restoreToken()) !== null;
if (hasToken) warmAccountPages();
await texts;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = (
  <StrictMode>
    <BrowserRouter basename={BASE_PATH}>
      <App hasToken={hasToken} />
    </BrowserRouter>
  </StrictMode>
);

// The welcome page that came with the HTML comes alive as it stands, unless it is not what this person gets to see.
const isAsSent = root.dataset['welcome'] === i18next.language && !hasToken;
// Either may be drawn in steps: what stands there already is no worse to wait before than nothing.
if (isAsSent) startTransition(() => void hydrateRoot(root, app));
else startTransition(() => createRoot(root).render(app));
delete document.documentElement.dataset['stale'];
