import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginCall } from '../testing/begin-call.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { form } from '../testing/form.ts';
import { plainPicture } from '../testing/picture.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const owned = ['sign_in_email', 'session', 'norm', 'portion', 'idempotency_key', 'avatar'] as const;

/** How many rows each table holds of an account. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const { database } = app;
  const rows: Record<string, number> = {
    account: (await database.selectFrom('account').where('id', '=', id).select('id').execute()).length,
  };
  for (const table of owned) {
    const query = database.selectFrom(table).where('account_id', '=', id).select('account_id');
    rows[table] = (await query.execute()).length;
  }
  return rows;
}

/** Leaves a row of the account in every table. */
async function writeEverywhere(person: SignedIn): Promise<void> {
  await person.call('POST /api/user/water', {
    headers: { 'idempotency-key': 'one' },
    body: { waterVolume: 250, time: '2026-01-01T12:00' },
  });
  await person.call('PATCH /api/users/dailynorma', { body: { dailyNorma: 3 } });
  const body = form({ content: await plainPicture() });
  await person.call('PATCH /api/users/avatar', { body });
}

test('erasing an account leaves no row of it in any table, and none of another account less', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()];
  const { token: second } = (await app.call('POST /api/users/login', { body: person })).body;
  await writeEverywhere(person);
  await writeEverywhere(other);
  const others = await rowsOf(other.id);
  expect(await rowsOf(person.id)).toEqual({
    account: 1,
    sign_in_email: 1,
    session: 2,
    norm: 2,
    portion: 1,
    idempotency_key: 1,
    avatar: 1,
  });

  expect(await person.call('DELETE /api/users/delete')).toMatchObject({ status: 204 });

  expect(new Set(Object.values(await rowsOf(person.id)))).toEqual(new Set([0]));
  expect(await rowsOf(other.id)).toEqual(others);
  for (const token of [person.token, second]) {
    expectProblem(await app.call('GET /api/users/current', { token }), 401, 'unauthorized');
    expectProblem(await app.call('DELETE /api/users/delete', { token }), 401, 'unauthorized');
  }
  expectProblem(await app.call('POST /api/users/login', { body: person }), 401, 'wrong_credentials');
});

test('an erased address may register again and finds nothing of before', async () => {
  const person = await app.signUp();
  await writeEverywhere(person);
  await person.call('DELETE /api/users/delete');
  const again = await app.signUp({ email: person.email });
  expect(again.id).not.toBe(person.id);
  const day = await again.call('GET /api/user/water/today?date=2026-01-01T12:00');
  expect(day.body).toMatchObject({ dailyNorma: 2, drankWater: 0, waterlist: [] });
});

test.each([
  ['POST /api/user/water', { waterVolume: 100, time: '2026-01-01T12:00' }],
  ['PATCH /api/users/dailynorma', { dailyNorma: 3 }],
  ['PATCH /api/users/dailynorma', { weight: 60 }],
  ['PATCH /api/users/info', { name: 'Ann' }],
  ['PATCH /api/users/info', { email: 'too-late@example.com' }],
])('%s %j under way while the account is erased finds it gone and leaves nothing', async (call, body) => {
  const person = await app.signUp();
  const begun = await beginCall(app.url, call, { token: person.token, body });
  await person.call('DELETE /api/users/delete');
  expectProblem(await begun.finish(), 401, 'unauthorized');
  expect(new Set(Object.values(await rowsOf(person.id)))).toEqual(new Set([0]));
});

test('whatever is called at the very moment of the erasure is done or finds it gone, and nothing is left', async () => {
  const picture = form({ content: await plainPicture() });
  for (let round = 0; round < 8; round++) {
    const person = await app.signUp();
    await writeEverywhere(person);
    const portion = { waterVolume: 250, time: '2026-01-01T12:00' };
    const calls = [
      ...['one', 'two', 'three'].map((key) =>
        person.call('POST /api/user/water', { headers: { 'idempotency-key': key }, body: portion }),
      ),
      person.call('POST /api/user/water', { body: portion }),
      person.call('PATCH /api/users/dailynorma', { body: { dailyNorma: 1 + round, weight: 60 } }),
      person.call('PATCH /api/users/avatar', { body: picture }),
      person.call('PATCH /api/users/info', { body: { name: 'Ann', email: `round-${round}@example.com` } }),
      person.call('GET /api/users/current'),
      person.call('GET /api/users/dailynorma'),
      person.call('GET /api/user/water/today?date=2026-01-01T12:00'),
      person.call('GET /api/user/water/month?date=2026-01'),
      person.call('DELETE /api/users/delete'),
      person.call('DELETE /api/users/delete'),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([200, 201, 204, 401], JSON.stringify(body)).toContain(status);
    }
    expect(new Set(Object.values(await rowsOf(person.id)))).toEqual(new Set([0]));
  }
});

/** Every value of every table; of SQLite also what its files still hold of rows that are gone. */
async function everythingStored({ database, databaseUrl }: TestApp): Promise<Buffer> {
  const stored: Uint8Array[] = [];
  for (const { name } of await database.introspection.getTables()) {
    const rows = await database
      .selectFrom(name as 'account')
      .selectAll()
      .execute();
    for (const value of rows.flatMap((row) => Object.values<unknown>(row))) {
      stored.push(value instanceof Uint8Array ? value : Buffer.from(String(value)));
    }
  }
  if (databaseUrl.startsWith('sqlite:')) {
    const file = databaseUrl.slice('sqlite:'.length);
    stored.push(readFileSync(file), readFileSync(`${file}-wal`));
  }
  return Buffer.concat(stored);
}

test('the database holds no token and no password in clear', async () => {
  const password = 'A-password-that-stands-nowhere';
  const person = await app.signUp({ password });
  const newPassword = 'Another-that-stands-nowhere';
  await person.call('PATCH /api/users/info', { body: { outdatedPassword: password, newPassword } });
  const stored = await everythingStored(app);
  expect(stored.includes(person.email)).toBe(true);
  const secret = person.token.split('.')[1] ?? '';
  expect(secret.length).toBeGreaterThan(40);
  for (const text of [password, newPassword, secret, Buffer.from(secret, 'base64url')]) {
    expect(stored.includes(text)).toBe(false);
  }
});
