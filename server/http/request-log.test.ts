import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FIRST_RULES } from '../../contract/reminder.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { form } from '../testing/form.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { type Program, startProgram } from '../testing/program.ts';
import { newDevice, type Receiver, startReceiver } from '../testing/push-service.ts';
import { exchange } from '../testing/raw-exchange.ts';
import { type Answer, type Request, send } from '../testing/test-app.ts';
import { errorForLog } from './request-log.ts';

/* The server in a process of its own, telling all it ever tells. */

let fresh: FreshDatabase;
let database: Database;
let receiver: Receiver;
let program: Program;
beforeAll(async () => {
  fresh = await freshDatabase();
  receiver = await startReceiver();
  program = await startProgram({
    DATABASE_URL: fresh.url,
    OUTBOUND_ALLOW: receiver.host,
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'off',
  });
  database = await openDatabase(fresh.url);
});
afterAll(async () => {
  await program.stop('SIGTERM');
  await receiver.stop();
  await database.destroy();
  await fresh.drop();
});

const call = (methodAndPath: string, request?: Request) => send(program.url, methodAndPath, request);

/** The line about a call, once it is written. */
async function lineOf({ headers }: Answer): Promise<Record<string, unknown>> {
  const id = headers.get('x-request-id');
  if (!id) throw new Error('The answer names no request.');
  const line = () =>
    program
      .printed()
      .split('\n')
      .find((text) => text.includes(id));
  await vi.waitFor(() => expect(line()).toBeDefined(), 15_000);
  return JSON.parse(line() ?? '');
}

let token: string;

test('a call is one line: what was called, by whom, with what outcome, in what time', async () => {
  const body = { email: 'ann@example.com', password: 'correct horse' };
  const registered = await call('POST /api/users/register', { body });
  ({ token } = registered.body);
  expect(await lineOf(registered)).toEqual({
    level: 'debug',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    request: registered.headers.get('x-request-id'),
    method: 'POST',
    route: '/api/users/register',
    status: 201,
    ms: expect.any(Number),
    msg: 'answered',
  });
  const day = await call('GET /api/user/water/today?date=2026-01-01T12:00', { token });
  expect(await lineOf(day)).toMatchObject({
    level: 'debug',
    route: '/api/user/water/today',
    status: 200,
    account: registered.body.user.id,
  });
  expect(program.printed().split(day.headers.get('x-request-id') ?? 'none')).toHaveLength(2);
});

test('what is refused is told at the level info, by its route and not by its address', async () => {
  const gone = await call('DELETE /api/user/water/2026-01-01?portionID=0192', { token });
  expect(await lineOf(gone)).toMatchObject({ level: 'info', route: '/api/user/water/:_id', status: 404 });
  const nowhere = await call('GET /api/nowhere?x=y');
  expect(await lineOf(nowhere)).toMatchObject({ level: 'info', route: 'none', status: 404 });
});

test('an id that the caller sends counts for nothing', async () => {
  const answer = await call('GET /', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const other = await call('GET /%ff', { headers: { 'x-request-id': 'mine' } });
  expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(program.printed()).not.toContain('mine');
});

test('no secret is ever printed, whether calls are good, bad or crash', async () => {
  const password = 'Sup3r-s3cret-Passw0rd';
  const next = 'An0ther-s3cret-Passw0rd';
  const device = newDevice(receiver.url('/s3cret-endpoint'));
  const hook = receiver.url('/s3cret-hook');
  const { status, body } = await call('POST /api/users/register', {
    body: { email: 'eve@example.com', password },
  });
  expect(status).toBe(201);
  let own: string = body.token;
  const webhook = await call('POST /api/users/webhooks', { token: own, body: { url: hook, language: 'en' } });
  expect(webhook.status).toBe(201);
  const secrets = new Set<string>([password, next, own, webhook.body.secret]);
  for (const secret of [device.input.keys.auth, device.input.keys.p256dh, 's3cret']) secrets.add(secret);
  secrets.add(own.split('.')[1] ?? '');

  /** Every call that carries a secret, and what it is answered. */
  const play = async () => {
    const as = (methodAndPath: string, request?: Request) => call(methodAndPath, { token: own, ...request });
    const answers = [
      await call('POST /api/users/login', { body: { email: 'eve@example.com', password } }),
      await call('POST /api/users/register', {
        body: { email: `${crypto.randomUUID()}@example.com`, password },
      }),
      await as('PATCH /api/users/info', { body: { outdatedPassword: password, newPassword: next } }),
      await as('PATCH /api/users/info', { body: { outdatedPassword: next, newPassword: password } }),
      await as('POST /api/users/push-subscriptions', { body: device.input }),
      await as('POST /api/users/webhooks', {
        body: { url: `${hook}/${crypto.randomUUID()}`, language: 'en' },
      }),
      await as('PUT /api/users/reminders', { body: { ...FIRST_RULES, isOn: true, timeZone: 'UTC' } }),
      await as('POST /api/users/reminders/test'),
    ];
    const [login] = answers;
    if (login?.body.token) secrets.add(login.body.token);
    const message = receiver.received.find(({ path }) => path === '/s3cret-endpoint');
    const key = message && device.read(message).key;
    if (key) secrets.add(key);
    const portion = { waterVolume: 250, time: '2026-01-01T12:00' };
    answers.push(await call('POST /api/push/portions', { body: { ...portion, key: key ?? 's3cret' } }));
    for (const [method, path] of [
      ['GET', '/api/users/current'],
      ['GET', '/api/users/dailynorma'],
      ['GET', '/api/user/water/today'],
      ['GET', '/api/user/water/month'],
      ['GET', '/api/users/webhooks'],
      ['GET', '/api/users/push-subscriptions'],
      ['GET', '/api/users/reminders/log'],
      ['POST', '/api/user/water'],
    ]) {
      const isRead = method === 'GET';
      const answer = await as(
        `${method} ${path}?password=${password}`,
        isRead ? {} : { body: { ...portion, note: password } },
      );
      answers.push(answer);
    }
    return answers.map((answer) => answer.status);
  };
  /** Calls that are wrong in every way, with the secrets in them. */
  const playBadly = async () => {
    const json = { 'content-type': 'application/json' };
    const { host } = new URL(program.url);
    for (const secret of [password, own, device.input.keys.auth, webhook.body.secret]) {
      const at = encodeURIComponent(secret);
      await call(`GET /nowhere/${at}?${at}=${at}`, { token: secret });
      await call(`PUT /api/user/water/${at}?portionID=${at}`, {
        token: own,
        body: { waterVolume: secret, time: secret },
      });
      await call(`GET /%ff${at}`, { token: own });
      await call('POST /api/users/login', { body: `{"password":"${secret}"`, headers: json });
      await call('POST /api/users/login', { body: { email: secret, password: [secret] } });
      await call('POST /api/users/login', { body: secret, headers: { 'content-type': `x/${at}` } });
      await call('POST /api/user/water', {
        token: own,
        headers: { 'idempotency-key': `${secret} ${secret}` },
        body: {},
      });
      await call('GET /api/users/current', {
        headers: { authorization: `Basic ${secret}`, 'time-zone': secret },
      });
      await call('PATCH /api/users/avatar', { token: own, body: form({ content: secret, name: secret }) });
      await exchange(program.url, `GET / HTTP/1.1\r\nHost: ${host}\r\nAuthorization ${secret}\r\n\r\n`);
      await exchange(program.url, `${secret} ${secret}\r\n\r\n`);
    }
  };

  const good = await play();
  expect(good.filter((answered) => answered < 300).length).toBeGreaterThan(12);
  await playBadly();
  own = (await call('POST /api/users/login', { body: { email: 'eve@example.com', password } })).body.token;
  secrets.add(own);

  // Every table gone but those that tell who calls: whatever goes further crashes.
  const crashing = ['norm', 'portion', 'push_subscription', 'webhook', 'reminder', 'reminder_rules'] as const;
  for (const table of crashing) await database.schema.alterTable(table).renameTo(`${table}_away`).execute();
  const crashed = await play();
  expect(crashed.filter((answered) => answered === 500).length).toBeGreaterThan(10);
  for (const table of crashing) await database.schema.alterTable(`${table}_away`).renameTo(table).execute();
  await playBadly();

  // The last line is written when its call is answered.
  await lineOf(await call('GET /'));
  const printed = program.printed();
  for (const secret of secrets) expect(printed.includes(secret), `printed: ${secret}`).toBe(false);
  const failures = printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error');
  expect(failures.length).toBeGreaterThan(10);
  for (const { err } of failures)
    expect(err).toMatchObject({ type: expect.any(String), stack: expect.stringContaining('at ') });
});

test('of an error of PostgreSQL no value is told', () => {
  const said = Object.assign(new Error('invalid input syntax for type bigint: "s3cret"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Failing row contains (s3cret).',
    where: 'unnamed portal parameter $1 = s3cret',
    hint: 's3cret',
    table: 'account',
    constraint: 'broken',
  });
  const told = errorForLog(new Error('outer', { cause: said }));
  expect(told).toMatchObject({
    message: 'outer',
    cause: { code: '22P02', table: 'account', constraint: 'broken' },
  });
  expect(JSON.stringify(told)).not.toContain('s3cret');
});
