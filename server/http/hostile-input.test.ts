import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { FIRST_RULES } from '../../contract/reminder.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { newDevice } from '../testing/push-service.ts';
import { type Answer, type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

/* Every call against input that is meant to break something. Bytes that are not even HTTP: node-errors.test.ts. */

const PUSH_HOST = '127.0.0.1:9';
const DAY = '2026-01-01';
let app: TestApp;
let person: SignedIn;
let other: SignedIn;
let portionId: string;
beforeAll(async () => {
  app = await startTestApp({ OUTBOUND_ALLOW: PUSH_HOST });
  person = await app.signUp();
  other = await app.signUp();
  portionId = (await person.call('POST /api/user/water', { body: good.addPortion })).body.id;
});
afterAll(async () => {
  expect({}).not.toHaveProperty('hacked');
  await app.stop();
});

const portion = { waterVolume: 250, time: `${DAY}T12:00` };
/** A body that each call takes, with every field. */
const good = {
  register: { email: 'new@example.com', password: 'correct horse', name: 'Ann', gender: 'woman' },
  login: { email: 'nobody@example.com', password: 'correct horse' },
  changeAccount: {
    name: 'Ann',
    email: 'ann@example.com',
    gender: 'male',
    outdatedPassword: 'correct horse',
    newPassword: 'correct mule',
  },
  changeNorm: { dailyNorma: 2, gender: 'man', weight: 70, activityTime: 1, willDrink: 2 },
  addPortion: portion,
  editPortion: portion,
  changeReminders: { ...FIRST_RULES, isOn: true, timeZone: 'UTC', pausedOn: DAY, refusedTimeZone: 'UTC' },
  addDevice: newDevice(`http://${PUSH_HOST}/push`).input,
  addWebhook: { url: `http://${PUSH_HOST}/hook`, language: 'en' },
  pressPortion: { key: 'a.b.c', ...portion },
} as const;

type WithBody = keyof typeof good;
const withBody = Object.entries(calls as Record<string, Call>).filter(([, call]) => call.body);
const everyBody = withBody.map(([name, call]) => ({ name: name as WithBody, call }));

const path = ({ path }: Call) => path.replace(':_id', DAY);
const query = ({ query }: Call) => (query && 'portionID' in query.def.shape ? `?portionID=${portionId}` : '');
const send = (call: Call, body: unknown, headers?: Record<string, string>) =>
  person.call(`${call.method} ${path(call)}${query(call)}`, { body, headers });
const json = { 'content-type': 'application/json' };

/** Checks that the answer is this problem, and that nothing of what belongs to the account changed. */
async function expectRefused(answer: Answer, status: number, code: ProblemCode) {
  expectProblem(answer, status, code, answer.body.errors && fieldsOf(answer));
}
const fieldsOf = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(body.errors.map(({ field, message }: Record<string, string>) => [field, message]));

test('the examples below are whole and good, so that nothing else decides', () => {
  expect(Object.keys(good).sort()).toEqual(everyBody.map(({ name }) => name).sort());
  for (const { name, call } of everyBody) {
    expect((call.body as z.ZodMiniType).safeParse(good[name]).success, name).toBe(true);
    const shape = (call.body as z.ZodMiniObject).def.shape;
    expect(Object.keys(good[name]).sort(), name).toEqual(Object.keys(shape).sort());
  }
});

describe.each(everyBody)('the body of $name', ({ name, call }) => {
  const text = JSON.stringify(good[name]);
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));

  test.each<[string, () => unknown, Record<string, string>, number, ProblemCode]>([
    ['that ends too early', () => text.slice(0, -1), json, 400, 'validation_failed'],
    ['with something behind it', () => `${text}}`, json, 400, 'validation_failed'],
    [
      'of 8,000 arrays in each other',
      () => '['.repeat(8000) + ']'.repeat(8000),
      json,
      400,
      'validation_failed',
    ],
    ['of 10,000 brackets that nobody closes', () => '['.repeat(10_000), json, 400, 'validation_failed'],
    [
      'of 500 objects in each other',
      () => `{"${Object.keys(good[name])[0]}":`.repeat(500) + 1 + '}'.repeat(500),
      json,
      400,
      'validation_failed',
    ],
    ['that is an array', () => `[${text}]`, json, 400, 'validation_failed'],
    ['that is a text', () => JSON.stringify(text), json, 400, 'validation_failed'],
    ['that is a number', () => '1e999', json, 400, 'validation_failed'],
    ['that is null', () => 'null', json, 400, 'validation_failed'],
    [
      'that holds bytes which are no UTF-8',
      () => bytes('{"a":"', [0xff, 0xfe], `",${text.slice(1)}`),
      json,
      400,
      'validation_failed',
    ],
    [
      'that holds half a character',
      () => bytes('{"a":"', [0xf0, 0x9f, 0x92], `",${text.slice(1)}`),
      json,
      400,
      'validation_failed',
    ],
    [
      'that holds a surrogate encoded in UTF-8',
      () => bytes('{"a":"', [0xed, 0xa0, 0x80], `",${text.slice(1)}`),
      json,
      400,
      'validation_failed',
    ],
    [
      'that holds an overlong NUL',
      () => bytes('{"a":"', [0xc0, 0x80], `",${text.slice(1)}`),
      json,
      400,
      'validation_failed',
    ],
    ['in UTF-16', () => Buffer.from(text, 'utf16le'), json, 400, 'validation_failed'],
    [
      'that is said to be UTF-16',
      () => text,
      { 'content-type': 'application/json; charset=utf-16' },
      415,
      'unsupported_media_type',
    ],
    [
      'that is said to be Latin-1',
      () => text,
      { 'content-type': 'application/json; charset="iso-8859-1"' },
      415,
      'unsupported_media_type',
    ],
    [
      'that is compressed',
      () => gzipSync(text),
      { ...json, 'content-encoding': 'gzip' },
      415,
      'unsupported_media_type',
    ],
    [
      'that is said to be a form',
      () => text,
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['that is said to be text', () => text, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['of no type', () => Buffer.from(text), {}, 415, 'unsupported_media_type'],
    ['of 17 kB', () => `${text.slice(0, -1)}${' '.repeat(17_000)}}`, json, 413, 'too_large'],
  ])('%s is refused', async (_, body, headers, status, code) => {
    await expectRefused(await send(call, body(), headers), status, code);
  });

  test.each(Object.keys(good[name]))('is refused with a wrong %s', async (field) => {
    const fields: Record<string, unknown> = good[name];
    const value = fields[field];
    const mayBeNull = ['pausedOn', 'refusedTimeZone'].includes(field);
    const wrong: unknown[] = [
      {},
      [{}],
      [[value]],
      { $gt: '' },
      { toString: 'x' },
      ...(mayBeNull ? [] : [null]),
    ];
    if (typeof value === 'number') wrong.push(String(value), true, -1e-7, 1e300, 2 ** 53, -(2 ** 31));
    if (typeof value === 'string') wrong.push(7, true);
    if (typeof value === 'boolean') wrong.push('true', 0, 1);
    if (Array.isArray(value)) wrong.push('1', [0], [8], [1.5], ['1'], [null], Array(1000).fill(1));
    // A password may hold anything at all, and what is no e-mail address of any account is wrong as a credential alone.
    if (typeof value === 'string' && !/password/i.test(field)) {
      wrong.push('\ud800', 'a\udc00@example.com', '\u0000', 'x'.repeat(5000));
    }
    for (const bad of wrong) {
      const answer = await send(call, { ...fields, [field]: bad });
      await expectRefused(answer, ...refusalOf(name, field, bad));
    }
  });

  test('takes nothing from a prototype', async () => {
    const stolen = `"__proto__":${text},"constructor":{"prototype":{"hacked":true}},"prototype":{"hacked":true}`;
    for (const body of [`{${stolen}}`, `{"x":{${stolen}}}`]) {
      const answer = await send(call, body, json);
      // Where nothing is required, nothing was sent.
      if (name === 'changeAccount' || name === 'changeNorm') expect(answer.status).toBe(200);
      else await expectRefused(answer, 400, 'validation_failed');
    }
    expect({}).not.toHaveProperty('hacked');
  });
});

/** A key that is a text, but none of ours, leads to no reminder: nobody is told what is wrong with it. */
function refusalOf(name: WithBody, field: string, value: unknown): [number, ProblemCode] {
  const isForeignKey =
    name === 'pressPortion' && field === 'key' && typeof value === 'string' && value.length <= 300;
  return isForeignKey ? [404, 'not_found'] : [400, 'validation_failed'];
}

describe('what stands in the address', () => {
  const withQuery = Object.entries(calls as Record<string, Call>).flatMap(([name, call]) =>
    Object.keys(call.query?.def.shape ?? {}).map((field) => ({ name, call, field })),
  );

  test.each(withQuery)('$field of $name may not come twice', async ({ call, field }) => {
    const value = field === 'date' ? `${DAY}T12:00` : crypto.randomUUID();
    const body = call.body ? portion : undefined;
    for (const twice of [`${field}=${value}&${field}=${value}`, `${field}=&${field}=${value}`]) {
      const answer = await person.call(`${call.method} ${path(call)}?${twice}`, { body });
      await expectRefused(answer, 400, 'validation_failed');
    }
  });

  const impossible = [
    '2026-02-30T10:00',
    '2025-02-29T10:00',
    '2026-13-01T10:00',
    '2026-00-10T10:00',
    '2026-01-00T10:00',
    '2026-01-01T24:00',
    '2026-01-01T10:60',
    '0000-01-01T10:00',
    '1999-12-31T10:00',
    '2101-01-01T10:00',
    '9999-12-31T23:59',
    '+10000-01-01T10:00',
    '-000001-01-01T10:00',
    '2026-01-01T10:00Z',
    '2026-01-01T10:00+02:00',
    '2026-01-01 10:00',
    '٢٠٢٦-٠١-٠١T١٠:٠٠',
    '1767225600',
    'now',
    'NaN',
    '[object Object]',
    '2026-01-01T10:00\0',
    "2026-01-01' or '1'='1",
    '%',
    '\ud800',
    `${'9'.repeat(3000)}-01-01T10:00`,
  ];
  test.each(['today', 'month'])('a date that does not exist is refused by %s', async (what) => {
    for (const date of impossible) {
      const answer = await person.call(`GET /api/user/water/${what}?date=${encoded(date)}`);
      await expectRefused(answer, 400, 'validation_failed');
    }
  });

  test('a name that reaches for a prototype is none', async () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      '__proto__[date]',
      'constructor[prototype][hacked]',
    ];
    for (const name of names) {
      const answer = await person.call(`GET /api/user/water/today?${name}=${DAY}T12:00`);
      expect(answer.status, name).toBe(200);
    }
  });

  test('a thousand names that nobody asked for do no harm', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `a${index}`).join('&');
    expect((await person.call(`GET /api/user/water/today?${names}`)).status).toBe(200);
  });
});

/** Percent-encoded, also what is no text. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');

describe('what is another account’s', () => {
  test('is not there', async () => {
    const device = (await person.call('POST /api/users/push-subscriptions', { body: good.addDevice })).body
      .id;
    const webhook = (await person.call('POST /api/users/webhooks', { body: good.addWebhook })).body.id;
    const reach = (call: string, body?: unknown) => other.call(call, { body });
    const answers = [
      await reach(`PUT /api/user/water/${DAY}?portionID=${portionId}`, portion),
      await reach(`DELETE /api/user/water/${DAY}?portionID=${portionId}`),
      await reach(`DELETE /api/users/push-subscriptions?id=${device}`),
      await reach(`DELETE /api/users/webhooks?id=${webhook}`),
      // Nor what is mine, as something else.
      await reach(`DELETE /api/users/webhooks?id=${device}`),
    ];
    for (const answer of answers) expectProblem(answer, 404, 'not_found');
    expect((await person.call('GET /api/users/push-subscriptions')).body).toHaveLength(1);
    expect((await person.call('GET /api/users/webhooks')).body).toHaveLength(1);
    expect((await person.call(`GET /api/user/water/today?date=${DAY}T12:00`)).body.servings).toBe(1);
  });

  test.each(['', '.', 'x', '.x', 'ids'])('a token that is %j of one is none', async (kind) => {
    const [id = '', secret = ''] = person.token.split('.');
    const tokens: Record<string, string> = {
      '': id,
      '.': `${id}.`,
      x: secret,
      '.x': `.${secret}`,
      ids: `${other.id}.${secret}`,
    };
    expectProblem(await app.call('GET /api/users/current', { token: tokens[kind] }), 401, 'unauthorized');
  });

  test('passwords that differ in a lone surrogate alone are different ones', async () => {
    const account = { email: 'surrogate@example.com', password: 'correct \ud800 horse' };
    expect((await app.call('POST /api/users/register', { body: account })).status).toBe(201);
    for (const password of ['correct \ud801 horse', 'correct \ufffd horse', 'correct \udc00 horse']) {
      const answer = await app.call('POST /api/users/login', { body: { ...account, password } });
      expectProblem(answer, 401, 'wrong_credentials');
    }
    expect((await app.call('POST /api/users/login', { body: account })).status).toBe(200);
  });
});
