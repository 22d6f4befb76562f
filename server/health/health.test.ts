import Fastify from 'fastify';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { watchQueries } from '../database/account-bound.ts';
import { setPostgresReadOnly, setSqliteReadOnly } from '../database/set-read-only.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { healthRoutes } from './health.routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ask = (what: 'live' | 'ready') => app.call(`GET /api/health/${what}`);

/** Has the database refuse to be written to, or take it again. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const server = inject('postgres');
  if (server) await setPostgresReadOnly(server, app.databaseUrl, isReadOnly);
  else await setSqliteReadOnly(app.database, isReadOnly);
}

test('a server that is well says so to anybody', async () => {
  for (const what of ['live', 'ready'] as const) {
    expect(await ask(what)).toMatchObject({ status: 200, body: { status: 'ok' } });
  }
});

test('however many ask at once, the database is read and written once', async () => {
  const asked: string[] = [];
  const server = Fastify();
  healthRoutes(server, app.database.withPlugin(watchQueries((query) => asked.push(query), {})));
  const askMany = () =>
    Promise.all(Array.from({ length: 50 }, () => server.inject('/api/health/ready'))).then((answers) =>
      answers.map(({ statusCode }) => statusCode),
    );
  expect(new Set(await askMany())).toEqual(new Set([200]));
  expect(asked.sort()).toEqual(['insert server_key', 'select server_key by name =']);
  await server.close();
});

test('a server that cannot write is alive but not ready, reads all the same, and is ready when it can again', async () => {
  const person = await app.signUp();
  await setReadOnly(true);
  await vi.waitFor(async () => expect((await ask('ready')).status).toBe(503), 10_000);
  expectProblem(await ask('ready'), 503, 'unavailable');
  expect((await ask('live')).status).toBe(200);
  const body = { waterVolume: 250, time: '2026-01-01T12:00' };
  expectProblem(await person.call('POST /api/user/water', { body }), 503, 'unavailable');
  expect((await person.call('GET /api/user/water/today?date=2026-01-01T12:00')).status).toBe(200);

  await setReadOnly(false);
  await vi.waitFor(async () => expect((await ask('ready')).status).toBe(200), 10_000);
  expect((await person.call('POST /api/user/water', { body })).status).toBe(201);
});
