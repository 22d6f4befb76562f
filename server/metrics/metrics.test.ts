import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { freePort } from '../testing/embedded-postgres.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { type Program, runProgram, startProgram } from '../testing/program.ts';
import { newDevice, type Receiver, startReceiver } from '../testing/push-service.ts';
import { send } from '../testing/test-app.ts';
import { watched } from './watched.ts';

let fresh: FreshDatabase;
let receiver: Receiver;
let program: Program;
let port: number;
beforeAll(async () => {
  fresh = await freshDatabase();
  receiver = await startReceiver();
  port = await freePort();
  program = await startProgram({
    DATABASE_URL: fresh.url,
    OUTBOUND_ALLOW: receiver.host,
    METRICS_PORT: String(port),
  });
});
afterAll(async () => {
  await program.stop('SIGTERM');
  await receiver.stop();
  await fresh.drop();
});

const ask = (methodAndPath: string) => send(`http://127.0.0.1:${port}`, methodAndPath);

/** The figures, by name and labels as they stand there. */
async function figures(): Promise<Map<string, number>> {
  const { status, headers, body } = await ask('GET /metrics');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const lines = String(body)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

test('calls are counted by route, queries by kind, reminders by what became of them', async () => {
  const account = { email: 'ann@example.com', password: 'correct horse' };
  const { token, user } = (await send(program.url, 'POST /api/users/register', { body: account })).body;
  const call = (methodAndPath: string, body?: unknown) => send(program.url, methodAndPath, { token, body });
  for (let count = 0; count < 3; count++) await call('GET /api/user/water/today?date=2026-01-01T12:00');
  await call(`DELETE /api/user/water/2026-01-01?portionID=${user.id}`);
  await send(program.url, 'GET /api/users/current');
  for (const path of ['/nowhere/1', '/nowhere/2']) await call(`GET ${path}`);
  await call('POST /api/users/push-subscriptions', newDevice(receiver.url('/push')).input);
  await call('POST /api/users/reminders/test');

  const found = await figures();
  const calls = (method: string, route: string, status: number) =>
    found.get(`drink_it_call_seconds_count{method="${method}",route="${route}",status="${status}"}`);
  expect(calls('POST', '/api/users/register', 201)).toBe(1);
  expect(calls('GET', '/api/user/water/today', 200)).toBe(3);
  expect(calls('DELETE', '/api/user/water/:_id', 404)).toBe(1);
  expect(calls('GET', '/api/users/current', 401)).toBe(1);
  expect(calls('GET', 'none', 404)).toBe(2);
  for (const kind of ['select', 'insert']) {
    expect(found.get(`drink_it_query_seconds_count{kind="${kind}"}`), kind).toBeGreaterThan(0);
  }
  expect(found.get('drink_it_reminder_deliveries_total{kind="push",state="sent"}')).toBe(1);
  expect(found.get('drink_it_reminder_deliveries_total{kind="webhook",state="failed"}')).toBe(0);
  for (const queue of ['passwords', 'pictures', 'uploads']) {
    expect(found.get(`drink_it_queue_length{queue="${queue}",state="waiting"}`), queue).toBe(0);
  }
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
});

test('nothing of people stands in the figures, and they do not grow with what is asked for', async () => {
  const before = [...(await figures()).keys()];
  for (let count = 0; count < 20; count++) {
    await send(program.url, `GET /somewhere/${count}?x=${count}`);
    await send(program.url, `DELETE /api/user/water/2026-01-0${count}?portionID=x`);
    await send(program.url, `GET /api/users/${crypto.randomUUID()}/avatar/${crypto.randomUUID()}.webp`);
  }
  const after = [...(await figures()).keys()];
  const added = after.filter((name) => !before.includes(name));
  // One route and status of the pictures, one of the portions: a histogram's lines each.
  expect(added.length).toBeLessThan(50);
  expect(after.join('\n')).not.toMatch(/example\.com|[0-9a-f]{8}-[0-9a-f]{4}|somewhere|2026-01/);
});

test('they are served as /metrics alone, at their own port alone', async () => {
  expect((await send(program.url, 'GET /metrics')).status).toBe(404);
  for (const call of [
    'GET /',
    'GET /metrics/',
    'POST /metrics',
    'GET /metrics?x=y',
    'GET /api/users/current',
  ]) {
    expect((await ask(call)).status, call).toBe(404);
  }
});

test('a port that is taken is said in one line', async () => {
  const other = await freshDatabase();
  const { code, stderr } = await runProgram({ DATABASE_URL: other.url, METRICS_PORT: String(port) });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^[^\n]*set METRICS_PORT to[^\n]*\n$/),
  });
  await other.drop();
});

test('where nobody wants them, the database is used as it is', async () => {
  const other = await freshDatabase();
  const database = await openDatabase(other.url);
  expect((await watched(readConfig({}), database)).database).toBe(database);
  await database.destroy();
  await other.drop();
});
