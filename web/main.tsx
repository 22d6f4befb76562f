import '@fontsource-variable/onest/wght.css';
import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { restoreToken } from './account/token-storage.ts';
import { App } from './app.tsx';
import { startI18n } from './i18n/i18n.ts';
import { applyTheme, storedTheme } from './layout/theme.ts';

// Schemas that compile themselves would need `unsafe-eval` in the security policy.
z.config({ jitless: true });
applyTheme(storedTheme());

const [token] = await Promise.all([restoreToken(), startI18n()]);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App hasToken={token !== null} />
  </StrictMode>,
);
