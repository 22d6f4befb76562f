import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    // Each API test hashes a password or two, on a machine that may be busy.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
