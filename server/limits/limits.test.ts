import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { setClock } from '../testing/clock.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { form } from '../testing/form.ts';
import { type Answer, type SignedIn, send, startTestApp, type TestApp } from '../testing/test-app.ts';
import { CALLS_A_MINUTE } from './call-counter.ts';

/** Behind a proxy on this machine, so that a test can call from many addresses. */
let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => app.stop());

let minutes = 0;
/** Each test has hours of its own. */
beforeEach(async () => {
  minutes += 600;
  setClock(new Date(Date.UTC(2026, 5, 1, 0, minutes)).toISOString());
  person = await app.signUp();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (address: string, password = 'not the right one', email = person.email) =>
  app.call('POST /api/users/login', { body: { email, password }, headers: from(address) });
const statuses = async (count: number, call: (index: number) => Promise<Answer>) => {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) seen.push((await call(index)).status);
  return seen;
};
const expectWait = (answer: Answer, seconds: number) => {
  expectProblem(answer, 429, 'too_many_requests');
  expect(answer.headers.get('retry-after')).toBe(String(seconds));
};

describe('signing in', () => {
  test('is tried ten times a minute from one address, whatever account it is for', async () => {
    const tries = await statuses(10, (index) =>
      signIn('192.0.2.1', 'not the right one', `a${index}@example.com`),
    );
    expect(tries).toEqual(Array(10).fill(401));
    expectWait(await signIn('192.0.2.1', person.password), 60);
    expect((await signIn('192.0.2.2', person.password)).status).toBe(200);
    pass(59_000);
    expectWait(await signIn('192.0.2.1', person.password), 1);
    pass(1000);
    expect((await signIn('192.0.2.1', person.password)).status).toBe(200);
  });

  test('counts a network of IPv6 as one address', async () => {
    await statuses(10, (index) =>
      signIn(`2001:db8:0:1::${index}`, 'not the right one', `b${index}@example.com`),
    );
    expectWait(await signIn('2001:db8:0:1:ffff::1', person.password), 60);
    expect((await signIn('2001:db8:0:2::1', person.password)).status).toBe(200);
  });

  test('to one account waits longer with every failure, the same for an account that does not exist', async () => {
    for (const email of [person.email, 'nobody@example.com']) {
      const address = email === person.email ? '192.0.2.3' : '192.0.2.4';
      const fail = () => signIn(address, 'not the right one', email);
      await statuses(10, fail);
      pass(60_000);
      expect((await fail()).status).toBe(401);
      expectWait(await fail(), 2);
      pass(2000);
      expect((await fail()).status).toBe(401);
      expectWait(await fail(), 4);
    }
  });

  test('is open to the owner from the first try, however many strangers fail at it', async () => {
    await statuses(40, (index) => signIn(`198.51.100.${index}`));
    expect((await signIn('192.0.2.5', person.password)).status).toBe(200);
    // Of an address that has failed itself, the failures of all count.
    expect((await signIn('192.0.2.6')).status).toBe(401);
    expectWait(await signIn('192.0.2.6', person.password), 60);
    pass(60_000);
    expect((await signIn('192.0.2.6', person.password)).status).toBe(200);
  });

  test('forgets the failures of an address that has signed in', async () => {
    await statuses(9, () => signIn('192.0.2.7'));
    expect((await signIn('192.0.2.7', person.password)).status).toBe(200);
    pass(60_000);
    expect(await statuses(10, () => signIn('192.0.2.7'))).toEqual(Array(10).fill(401));
  });

  test('of many at once lets only ten through', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('192.0.2.8')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

test('an address makes twenty accounts an hour', async () => {
  const register = (index: number) =>
    app.call('POST /api/users/register', {
      body: { email: `many-${index}@example.com`, password: 'correct horse' },
      headers: from('192.0.2.9'),
    });
  expect(await statuses(20, register)).toEqual(Array(20).fill(201));
  expectWait(await register(20), 3600);
  pass(3_600_000);
  expect((await register(20)).status).toBe(201);
});

test('an account tries its password ten times in a quarter of an hour when it changes it', async () => {
  const body = { outdatedPassword: 'not the right one', newPassword: 'the next password' };
  expect(await statuses(10, () => person.call('PATCH /api/users/info', { body }))).toEqual(
    Array(10).fill(400),
  );
  expectWait(await person.call('PATCH /api/users/info', { body }), 900);
  expect((await person.call('PATCH /api/users/info', { body: { name: 'Ann' } })).status).toBe(200);
});

test('an account uploads ten pictures a minute', async () => {
  const upload = () =>
    person.call('PATCH /api/users/avatar', { body: form({ content: Buffer.from('no picture') }) });
  expect(await statuses(10, upload)).toEqual(Array(10).fill(415));
  expectWait(await upload(), 60);
});

describe('a signed-in caller', () => {
  const current = () => person.call('GET /api/users/current');

  test('makes 300 calls a minute; others are not held up', async () => {
    expect(await statuses(CALLS_A_MINUTE, current)).toEqual(Array(300).fill(200));
    expectWait(await current(), 60);
    expect((await (await app.signUp()).call('GET /api/users/current')).status).toBe(200);
    pass(60_000);
    expect((await current()).status).toBe(200);
  });

  test('is counted through all servers on a database', async () => {
    const other = await buildApp(
      readConfig({ RATE_LIMITS: 'on', LOG_LEVEL: 'fatal', DATABASE_URL: app.databaseUrl }),
      app.database,
    );
    const url = await other.listen({ port: 0, host: '127.0.0.1' });
    try {
      await statuses(CALLS_A_MINUTE, current);
      let answer: Answer;
      // Servers tell each other about once a second.
      for (let tries = 0; ; tries++) {
        answer = await send(url, 'GET /api/users/current', { token: person.token });
        if (answer.status === 429 || tries === 200) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expectProblem(answer, 429, 'too_many_requests');
    } finally {
      await other.close();
    }
  });
});

describe('the address of a caller', () => {
  const tenFrom = async (environment: Record<string, string>, forwarded: (index: number) => string) => {
    const other = await startTestApp({ RATE_LIMITS: 'on', ...environment });
    try {
      const body = { email: 'nobody@example.com', password: 'not the right one' };
      const call = (index: number) =>
        other.call('POST /api/users/login', { body, headers: from(forwarded(index)) });
      return await statuses(11, call);
    } finally {
      await other.stop();
    }
  };
  const limited = [...Array<number>(10).fill(401), 429];

  test('is not what X-Forwarded-For says, unless a proxy is trusted', async () => {
    expect(await tenFrom({}, (index) => `203.0.113.${index}`)).toEqual(limited);
    expect(await tenFrom({ TRUST_PROXY: '10.0.0.0/8' }, (index) => `203.0.113.${index}`)).toEqual(limited);
  });

  test('behind a trusted proxy is what that proxy says, not what the caller wrote before it', async () => {
    const network = { TRUST_PROXY: '127.0.0.0/8' };
    expect(await tenFrom(network, (index) => `203.0.113.${index}, 192.0.2.1`)).toEqual(limited);
    const pauses = await tenFrom(network, (index) => `192.0.2.1, 203.0.113.${index}`);
    expect(pauses).toEqual(Array(11).fill(401));
  });
});

test('without limits nothing is counted', async () => {
  const free = await startTestApp({ RATE_LIMITS: 'off' });
  try {
    const body = { email: 'nobody@example.com', password: 'not the right one' };
    expect(await statuses(12, () => free.call('POST /api/users/login', { body }))).toEqual(
      Array(12).fill(401),
    );
    expect(await free.database.selectFrom('try_log').selectAll().execute()).toEqual([]);
  } finally {
    await free.stop();
  }
});
