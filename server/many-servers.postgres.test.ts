import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { form } from './testing/form.ts';
import { type FreshDatabase, freshPostgres } from './testing/fresh-database.ts';
import { plainPicture } from './testing/picture.ts';
import { type Program, startProgram } from './testing/program.ts';
import { type RoundRobin, startRoundRobin } from './testing/round-robin.ts';
import { startSteadyLoad } from './testing/steady-load.ts';
import { type Answer, type Request, send } from './testing/test-app.ts';

// Four processes share the machine with whatever else runs there.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let fresh: FreshDatabase;
let servers: Program[];
let balanced: RoundRobin;
beforeAll(async () => {
  fresh = await freshPostgres(inject('postgres') ?? '');
  // All at once, on a database without tables.
  servers = await Promise.all([1, 2, 3].map(() => startProgram({ DATABASE_URL: fresh.url })));
  balanced = await startRoundRobin(servers.map(({ url }) => url));
});
afterAll(async () => {
  await balanced.stop();
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await fresh.drop();
});

const credentials = () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' });
/** A call that goes to the next server. */
const call = (methodAndPath: string, request?: Request) => send(balanced.url, methodAndPath, request);
/** The same call at every server. */
const everywhere = (methodAndPath: string, request?: Request): Promise<Answer[]> =>
  Promise.all(servers.map(({ url }) => send(url, methodAndPath, request)));

test('what one server did, all others know at once', async () => {
  const person = credentials();
  const { token, user } = (await call('POST /api/users/register', { body: person })).body;
  for (const answer of await everywhere('GET /api/users/current', { token }))
    expect(answer.body).toEqual(user);

  const portion = { waterVolume: 250, time: '2026-01-01T12:00' };
  const { id } = (await call('POST /api/user/water', { token, body: portion })).body;
  const edited = { waterVolume: 300, time: portion.time };
  await call(`PUT /api/user/water/2026-01-01?portionID=${id}`, { token, body: edited });
  await call('PATCH /api/users/dailynorma', { token, body: { dailyNorma: 3 } });
  for (const { body } of await everywhere('GET /api/user/water/month?date=2026-01', { token })) {
    expect(body[0]).toMatchObject({ drankWater: 300, servings: 1 });
  }
  for (const { body } of await everywhere('GET /api/users/dailynorma', { token })) {
    expect(body).toMatchObject({ dailyNorma: 3 });
  }

  const picture = { token, body: form({ content: await plainPicture() }) };
  const { avatarURL } = (await call('PATCH /api/users/avatar', picture)).body;
  const pictures = await everywhere(`GET ${avatarURL}`);
  expect(pictures.map(({ status }) => status)).toEqual([200, 200, 200]);

  const body = { outdatedPassword: person.password, newPassword: 'another horse' };
  const other = (await call('POST /api/users/login', { body: person })).body.token;
  await call('PATCH /api/users/info', { token, body });
  const ended = await everywhere('GET /api/users/current', { token: other });
  expect(ended.map(({ status }) => status)).toEqual([401, 401, 401]);
  await call('DELETE /api/users/delete', { token });
  const erased = await everywhere('GET /api/users/current', { token });
  expect(erased.map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('one write under one key at all servers at once is one portion', async () => {
  const { token } = (await call('POST /api/users/register', { body: credentials() })).body;
  const request = {
    token,
    headers: { 'idempotency-key': 'one' },
    body: { waterVolume: 250, time: '2026-01-01T12:00' },
  };
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('POST /api/user/water', request)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const day = await call('GET /api/user/water/today?date=2026-01-01T12:00', { token });
  expect(day.body.servings).toBe(1);
});

test('one address registered at all servers at once is one account', async () => {
  const body = credentials();
  const answers = await everywhere('POST /api/users/register', { body });
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('a server that crashes under load takes no portion with it and doubles none', async () => {
  const { token } = (await call('POST /api/users/register', { body: credentials() })).body;
  const load = startSteadyLoad(balanced.url, token, 12);
  await load.more(100);
  await servers[0]?.stop('SIGKILL');
  // Every third call now goes to nobody: its writer repeats it, at the next server.
  await load.more(100);
  expect(load.refusedAt.length).toBeGreaterThan(0);
  // One that is stopped ends its calls first, and has nothing to complain of.
  expect(await servers[1]?.stop('SIGTERM')).toEqual({ code: 0, stderr: '' });
  await load.more(50);
  // The last call of the load may still find a server that is gone.
  const { url } = servers[2] as Program;
  await load.finish(url);
});
