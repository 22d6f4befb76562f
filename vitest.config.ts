import { defineConfig } from 'vitest/config';

/** What knows no database, is about SQLite alone, or has its like for PostgreSQL in a file of its own: it runs once. */
const once = [
  'server/account/bounded-queue.test.ts',
  'server/backup/automatic-copies.test.ts',
  'server/backup/backup.test.ts',
  'server/account/overload.test.ts',
  'server/config.test.ts',
  'server/database/account-bound.test.ts',
  'server/database/new-id.test.ts',
  'server/database/open.test.ts',
  'server/http/node-errors.test.ts',
  'server/database/shared-sync.test.ts',
  'server/database/sqlite-driver.test.ts',
  'server/metrics/metrics.test.ts',
  'server/reminders/plan.test.ts',
  'server/main.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Each API test hashes a password or two, on a machine that may be busy.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.postgres.test.ts'],
          provide: { postgres: undefined },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['server/**/*.test.ts'],
          exclude: once,
          globalSetup: 'server/testing/one-postgres.ts',
        },
      },
    ],
  },
});
