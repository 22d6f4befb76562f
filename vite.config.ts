import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BASE_PATH } from './contract/base-path.ts';
import { browserContract } from './scripts/browser-contract.ts';

/** Where `npm run dev` has the server listen. */
const API = 'http://127.0.0.1:3000';

/**
 * What is shared comes in few files, since many small ones compress badly: what the first sight needs, and what is
 * behind it. Pages and dialogs stay files of their own.
 */
const chunks = [
  {
    name: 'libraries',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|i18next|react-i18next|i18next-browser-languagedetector)[\\/]|[\\/]rolldown[\\/]|\0/,
  },
  {
    name: 'shell',
    test: /[\\/](?:web[\\/](?:layout|welcome|i18n|paths|account[\\/]token-storage|ui[\\/](?:bottle|button|icons|lazy-page|loader|notice-screen|page-errors|title|toast\.|waves))|contract[\\/](?:base-path|languages))/,
  },
  {
    name: 'account',
    test: /[\\/](?:node_modules[\\/]|web[\\/](?!reminders|ui[\\/](?:load-state|dialog|confirm-dialog)|water[\\/](?:portion-form|saving))|contract[\\/](?!reminder|device-name|calls\.ts\?call=\w*(?:Reminder|Push|Device|Webhook)))/,
    minShareCount: 2,
  },
  // What only dialogs have in common: it comes with the first sign of a person, or the first dialog.
  {
    name: 'dialogs',
    test: /[\\/]web[\\/](?:ui[\\/](?:dialog|confirm-dialog)|water[\\/](?:portion-form|saving))\./,
    minShareCount: 2,
  },
  // Apart from what every page shares: it comes seconds later, or with the settings.
  {
    name: 'settings',
    test: /[\\/](?:web[\\/](?:reminders|ui[\\/]load-state)|contract[\\/](?:reminder|device-name|calls\.ts\?call=))/,
    minShareCount: 2,
  },
];

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  base: `${BASE_PATH}/`,
  plugins: [browserContract(), react()],
  // The texts are fetched one language at a time, so they must stay files of their own.
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': API } },
});
