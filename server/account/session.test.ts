import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { tableShapes } from '../database/table-shapes.ts';
import type { Tables } from '../database/tables.ts';
import { setClock } from '../testing/clock.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.stop());
afterEach(() => {
  vi.useRealTimers();
});

const login = (body: unknown) => app.call('POST /api/users/login', { body });
const current = (token: string) => app.call('GET /api/users/current', { token });
const expectSignedOut = async (token: string) => expectProblem(await current(token), 401, 'unauthorized');

/** Waits until the use of a session is written down, which no answer waits for. */
async function waitForNote(token: string, instant: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const list = (await app.call('GET /api/users/sessions', { token })).body;
    const own = list.find(({ isThis }: { isThis: boolean }) => isThis);
    if (own.lastUsed === new Date(instant).toISOString()) return;
    await setTimeout(5);
  }
  throw new Error(`The use at ${instant} was not noted.`);
}

/** Everything that the database holds, as one text. */
async function everyValue(): Promise<string> {
  await app.signUp({ email: 'not-a-secret@example.com' });
  const rows = await Promise.all(
    (await tableShapes()).map(({ name }) =>
      app.database
        .selectFrom(name as keyof Tables)
        .selectAll()
        .execute(),
    ),
  );
  return rows
    .flatMap((table) => table.flatMap((row) => Object.values(row)))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');
}

describe('signing in', () => {
  test('gives a token of its own for the same account', async () => {
    const { email, password, token } = person;
    const answer = await login({ email: `  ${email.toUpperCase()} `, password, unknown: 1 });
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), user: { email } } });
    expect(answer.body.token).not.toBe(token);
    expect((await current(answer.body.token)).body).toEqual(answer.body.user);
    expect((await current(token)).body).toEqual(answer.body.user);
  });

  test('says the same, to the byte, of an unknown account and of a wrong password', async () => {
    const [unknown, wrong] = await Promise.all(
      ['nobody@example.com', person.email].map(async (email) => {
        const response = await fetch(`${app.url}/api/users/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: 'not the right one' }),
        });
        // These two tell one call from another, whatever it is answered.
        const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
        return { status: response.status, headers, body: await response.text() };
      }),
    );
    expect(wrong).toEqual(unknown);
    expectProblem(await login({ email: person.email, password: 'not it at all' }), 401, 'wrong_credentials');
  });

  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [{ email: 'ann', password: 'long enough' }, { email: 'Invalid email address' }],
    [{ email: 'a@b.c', password: 'long enough' }, { email: 'Invalid email domain' }],
    [{ email: 'a@b.co', password: 'short' }, { password: 'Password must be at least 8 characters' }],
    [{ email: 'a@b.co', password: ['long enough'] }, { password: 'Password is required' }],
  ])('with %j is refused', async (body, fields) => {
    expectProblem(await login(body), 400, 'validation_failed', fields as Record<string, string>);
  });
});

describe('a token', () => {
  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a b',
    'Bearer nonsense',
    'Bearer .',
    "Bearer ' or 1=1 --",
    'Bearer 00000000-0000-7000-8000-000000000000.AAAA',
  ])('is needed: the header %j opens nothing', async (authorization) => {
    expectProblem(
      await app.call('GET /api/users/current', { headers: { authorization } }),
      401,
      'unauthorized',
    );
  });

  test('opens nothing when cut, lengthened or put behind another account', async () => {
    const other = await app.signUp();
    const secret = person.token.split('.')[1];
    for (const token of [
      person.token.slice(0, -1),
      `${person.token}A`,
      `${secret}`,
      `${other.id}.${secret}`,
    ]) {
      await expectSignedOut(token);
    }
  });

  test('is read whatever the case of the word before it', async () => {
    const headers = { authorization: `bearer  ${person.token}` };
    expect((await app.call('GET /api/users/current', { headers })).status).toBe(200);
  });

  test('is dead after signing out, and only that one', async () => {
    const { token } = (await login(person)).body;
    expect((await app.call('POST /api/users/logout', { token })).status).toBe(204);
    await expectSignedOut(token);
    expectProblem(await app.call('POST /api/users/logout', { token }), 401, 'unauthorized');
    expect((await current(person.token)).status).toBe(200);
  });

  test('lives for thirty days, if it is used now and then', async () => {
    setClock('2026-10-09T12:00:00Z');
    const { token } = await app.signUp();
    for (const now of ['2026-10-23T11:59:59Z', '2026-11-06T11:59:58Z', '2026-11-08T11:59:59Z']) {
      vi.setSystemTime(now);
      expect((await current(token)).status).toBe(200);
      await waitForNote(token, now);
    }
    vi.setSystemTime('2026-11-08T12:00:00Z');
    await expectSignedOut(token);
    vi.setSystemTime('2026-11-09T12:00:00Z');
    await expectSignedOut(token);
  });

  test('is over once it was not used for fourteen days', async () => {
    setClock('2026-10-09T12:00:00Z');
    const [used, idle] = [await app.signUp(), await app.signUp()];
    vi.setSystemTime('2026-10-16T12:00:00Z');
    expect((await current(used.token)).status).toBe(200);
    await waitForNote(used.token, '2026-10-16T12:00:00Z');
    vi.setSystemTime('2026-10-23T12:00:00Z');
    await expectSignedOut(idle.token);
    expect((await current(used.token)).status).toBe(200);
  });

  test('stands nowhere in the database, nor does a password', async () => {
    const { token, password } = await app.signUp({ password: 'not to be found' });
    const dump = await everyValue();
    const bytes = Buffer.from(token.split('.')[1] ?? '', 'base64url');
    expect(dump).toContain('not-a-secret@example.com');
    for (const secret of [token, token.split('.')[1], bytes.toString('latin1'), password]) {
      expect(dump).not.toContain(secret);
    }
  });
});

describe('the sessions of an account', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
  const sessions = async (token: string) => (await app.call('GET /api/users/sessions', { token })).body;
  const loginFrom = async (someone: SignedIn, userAgent: string): Promise<string> => {
    const headers = { 'user-agent': userAgent };
    return (await app.call('POST /api/users/login', { body: someone, headers })).body.token;
  };

  test('are listed with device and last use, the latest first', async () => {
    setClock('2026-10-09T12:00:00Z');
    const someone = await app.signUp();
    vi.setSystemTime('2026-10-09T12:30:00Z');
    const other = await loginFrom(someone, FIREFOX);
    const own = { device: '', isThis: true, createdAt: '2026-10-09T12:00:00.000Z' };
    const firefox = { device: 'Firefox · Linux', isThis: false, createdAt: '2026-10-09T12:30:00.000Z' };
    const expected = [
      { ...firefox, id: expect.any(String), lastUsed: firefox.createdAt },
      { ...own, id: expect.any(String), lastUsed: own.createdAt },
    ];
    expect(await sessions(someone.token)).toEqual(expected);
    expect((await sessions(other)).map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([true, false]);

    vi.setSystemTime('2026-10-09T13:00:00Z');
    expect((await current(someone.token)).status).toBe(200);
    await waitForNote(someone.token, '2026-10-09T13:00:00Z');
    expect(await sessions(other)).toMatchObject([
      { isThis: false, lastUsed: '2026-10-09T13:00:00.000Z' },
      { isThis: true, lastUsed: firefox.createdAt },
    ]);
  });

  test('end one by one, all others at once, and only those of the account', async () => {
    const someone = await app.signUp();
    const [first, second] = [(await login(someone)).body.token, (await login(someone)).body.token];
    const { id } = (await sessions(first)).find(({ isThis }: { isThis: boolean }) => isThis);

    expectProblem(await person.call(`DELETE /api/users/sessions?id=${id}`), 404, 'not_found');
    expect((await current(first)).status).toBe(200);
    expect((await someone.call(`DELETE /api/users/sessions?id=${id}`)).status).toBe(204);
    await expectSignedOut(first);
    expectProblem(await someone.call(`DELETE /api/users/sessions?id=${id}`), 404, 'not_found');

    const third = (await login(someone)).body.token;
    expect((await someone.call('DELETE /api/users/sessions')).status).toBe(204);
    for (const token of [second, third]) await expectSignedOut(token);
    expect(await sessions(someone.token)).toMatchObject([{ isThis: true }]);
    expect((await current(person.token)).status).toBe(200);
  });

  test('an id that can be none is refused, and nothing ends', async () => {
    const other = (await login(person)).body.token;
    for (const id of ['', 'x', `${person.id}'--`]) {
      const answer = await person.call(`DELETE /api/users/sessions?id=${encodeURIComponent(id)}`);
      expectProblem(answer, 400, 'validation_failed', { id: fieldMessages.sessionIdInvalid });
    }
    expect((await current(other)).status).toBe(200);
  });
});

test('sessions last as long as the setting says', async () => {
  const brief = await startTestApp({ SESSION_DAYS: '1' });
  try {
    setClock('2026-10-09T12:00:00Z');
    const { call } = await brief.signUp();
    vi.setSystemTime('2026-10-10T11:59:59Z');
    expect((await call('GET /api/users/current')).status).toBe(200);
    vi.setSystemTime('2026-10-10T12:00:00Z');
    expectProblem(await call('GET /api/users/current'), 401, 'unauthorized');
  } finally {
    await brief.stop();
  }
});

describe('a new password', () => {
  const next = 'the next password';

  test('ends every other session of the account, keeps this one and is the one that counts', async () => {
    const changer = await app.signUp();
    const others = [(await login(changer)).body.token, (await login(changer)).body.token];
    const body = { outdatedPassword: changer.password, newPassword: next };
    const answer = await changer.call('PATCH /api/users/info', { body });
    expect(answer).toMatchObject({ status: 200, body: { id: changer.id } });
    for (const token of others) await expectSignedOut(token);
    expect((await current(changer.token)).status).toBe(200);
    expect((await current(person.token)).status).toBe(200);
    expectProblem(await login(changer), 401, 'wrong_credentials');
    expect((await login({ email: changer.email, password: next })).status).toBe(200);
  });

  test('needs the current one; a wrong one is bad input and ends no session', async () => {
    const other = (await login(person)).body.token;
    const body = { outdatedPassword: 'not the right one', newPassword: next, name: 'Changed' };
    const answer = await person.call('PATCH /api/users/info', { body });
    expectProblem(answer, 400, 'validation_failed', { outdatedPassword: fieldMessages.passwordWrong });
    for (const token of [person.token, other]) {
      expect((await current(token)).body.name).not.toBe('Changed');
    }
    expect((await login(person)).status).toBe(200);
  });

  test('leaves no session behind that began with the old one meanwhile', async () => {
    const changer = await app.signUp();
    const body = { outdatedPassword: changer.password, newPassword: next };
    const changing = changer.call('PATCH /api/users/info', { body });
    // One after the other, so that some prove the old password while the change is made.
    const logins = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await setTimeout(index * 10);
        return login(changer);
      }),
    );
    expect((await changing).status).toBe(200);
    for (const { status, body } of logins) if (status === 200) await expectSignedOut(body.token);
  });

  test('is set by one of two changes at once that prove the same current one', async () => {
    const changer = await app.signUp();
    const { token } = (await login(changer)).body;
    const change = (as: string, newPassword: string) =>
      app.call('PATCH /api/users/info', {
        token: as,
        body: { outdatedPassword: changer.password, newPassword },
      });
    const passwords = ['the first of two', 'the other of two'];
    const answers = await Promise.all([
      change(changer.token, passwords[0] ?? ''),
      change(token, passwords[1] ?? ''),
    ]);
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index]] : []));
    expect(winners).toHaveLength(1);
    for (const newPassword of passwords) {
      const { status } = await login({ email: changer.email, password: newPassword });
      expect(status).toBe(newPassword === winners[0] ? 200 : 401);
    }
  });
});
