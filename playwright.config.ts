import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { BASE_PATH } from './contract/base-path.ts';
import { findChromium } from './scripts/chromium.js';

const PORT = Number(process.env['E2E_PORT'] ?? 3900);
const origin = `http://127.0.0.1:${PORT}`;

/** The real server on a database of its own; each test makes the accounts that it needs. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `${origin}${BASE_PATH}/`,
    locale: 'en',
    screenshot: 'only-on-failure',
    // The browser draws without a graphics processor here: what moves for ever would slow every test down.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'], channel: undefined } }],
  webServer: {
    command: `${process.execPath} server/main.ts`,
    url: `${origin}${BASE_PATH}/`,
    env: {
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATABASE_URL: `sqlite:${join(tmpdir(), `drink-it-e2e-${process.pid}-${Date.now()}`, 'e2e.db')}`,
      LOG_LEVEL: 'warn',
      // All tests call from one address; `limits.e2e.ts` starts a server of its own.
      RATE_LIMITS: 'off',
      // The push service of the tests' own.
      OUTBOUND_ALLOW: '127.0.0.1',
    },
  },
});
