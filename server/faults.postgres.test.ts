import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './testing/embedded-postgres.ts';
import { administer, freshPostgres } from './testing/fresh-database.ts';
import { type Network, startNetwork } from './testing/network.ts';
import { type Program, startProgram } from './testing/program.ts';
import { type SteadyLoad, startSteadyLoad } from './testing/steady-load.ts';
import { send } from './testing/test-app.ts';

/* What happens to PostgreSQL must not happen to us. A server of its own: others would not like these tests. */

// The load waits for as long as the machine takes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let postgres: EmbeddedPostgres;
let network: Network;
let databaseUrl: string;
let program: Program;
let load: SteadyLoad;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres();
  network = await startNetwork(postgres.port);
  databaseUrl = (await freshPostgres(`${postgres.url}/postgres`)).url;
  const throughNetwork = Object.assign(new URL(databaseUrl), { port: String(network.port) }).href;
  program = await startProgram({ DATABASE_URL: throughNetwork });
  const body = { email: 'ann@example.com', password: 'correct horse' };
  const { token } = (await send(program.url, 'POST /api/users/register', { body })).body;
  load = startSteadyLoad(program.url, token);
});
afterAll(async () => {
  await program.stop('SIGKILL');
  network.stop();
  await postgres.stop();
});

const terminateAll = () =>
  administer(
    databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

test('connections that PostgreSQL ends are replaced', async () => {
  for (let round = 0; round < 5; round++) {
    await load.more(30);
    await terminateAll();
  }
  await load.more(30);
});

test.each(['fast', 'immediate'] as const)('a restart of PostgreSQL, %s, is survived', async (how) => {
  await load.more(30);
  await postgres.restart(how);
  await load.more(30);
});

test('a network that is cut makes calls fail in time, and nothing stays broken when it heals', async () => {
  await load.more(30);
  network.cut();
  const before = load.refusedAt.length;
  // Longer than any call may wait for the database.
  await setTimeout(6000);
  expect(load.refusedAt.length).toBeGreaterThan(before);
  const answer = await send(program.url, 'POST /api/users/login', {
    body: { email: 'ann@example.com', password: 'correct horse' },
  });
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  network.heal();
  await load.more(30);
});

test('every portion that was acknowledged meanwhile is kept, once, by the same process', async () => {
  await load.finish();
  expect(load.acknowledgedAt.length).toBeGreaterThan(200);
  expect(await Promise.race([program.ended, setTimeout(0, 'running')])).toBe('running');
});
