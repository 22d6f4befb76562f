import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests make their databases; undefined where they run on SQLite. */
    postgres: string | undefined;
  }
}

/** One PostgreSQL for all tests of a run: the one that `TEST_DATABASE_URL` names, or one of the run's own. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    project.provide('postgres', given);
    return;
  }
  const server = await startEmbeddedPostgres();
  project.provide('postgres', `${server.url}/postgres`);
  return () => server.stop();
}
