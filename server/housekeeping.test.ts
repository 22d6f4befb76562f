import type { FastifyBaseLogger } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { keepHouse } from './housekeeping.ts';
import { setClock } from './testing/clock.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => {
  vi.useRealTimers();
});

test('what is over is swept out, what is in force stays', async () => {
  const portion = { waterVolume: 250, time: '2026-01-01T12:00' };
  const add = (key: string, token: string) =>
    app.call('POST /api/user/water', { token, headers: { 'Idempotency-Key': key }, body: portion });
  setClock('2026-10-09T12:00:00Z');
  const person = await app.signUp();
  await add('old', person.token);
  await person.call('POST /api/users/reminders/test');
  vi.setSystemTime('2026-11-01T12:00:00Z');
  const { token } = (await app.call('POST /api/users/login', { body: person })).body;
  await add('young', token);
  await app.call('POST /api/users/reminders/test', { token });
  vi.setSystemTime('2026-11-08T12:00:00Z');

  const stop = keepHouse(app.database, {} as FastifyBaseLogger);
  const keys = async () =>
    (await app.database.selectFrom('idempotency_key').select('key').execute()).map(({ key }) => key);
  const entries = () => app.database.selectFrom('reminder').select('at').execute();
  await vi.waitUntil(async () => (await keys()).length + (await entries()).length === 2);
  stop();

  expect(await keys()).toEqual(['young']);
  expect(await entries()).toEqual([{ at: Date.parse('2026-11-01T12:00:00Z') }]);
  expect(await app.database.selectFrom('session').select('created_at').execute()).toEqual([
    { created_at: Date.parse('2026-11-01T12:00:00Z') },
  ]);
  expect((await app.call('GET /api/users/current', { token })).status).toBe(200);
});
