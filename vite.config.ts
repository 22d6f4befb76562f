import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BASE_PATH } from './contract/base-path.ts';

/** Where `npm run dev` has the server listen. */
const API = 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  base: `${BASE_PATH}/`,
  plugins: [react()],
  // The texts are fetched one language at a time, so they must stay files of their own.
  build: { outDir: '../dist/web', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { port: 5173, strictPort: true, proxy: { '/api': API } },
});
