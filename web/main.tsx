import '@fontsource-variable/onest/wght.css';
import './ui/theme.css';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { BASE_PATH } from '../contract/base-path.ts';
import { restoreToken } from './account/token-storage.ts';
import { App } from './app.tsx';
import { startI18n } from './i18n/i18n.ts';

const [token] = await Promise.all([restoreToken(), startI18n()]);
const hasToken = token !== null;

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
if (isAsSent) hydrateRoot(root, app);
else createRoot(root).render(app);
delete document.documentElement.dataset['stale'];
