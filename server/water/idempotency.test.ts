import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { setClock } from '../testing/clock.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  setClock('2026-10-09T12:00:00Z');
  person = await app.signUp();
});
afterEach(() => {
  vi.useRealTimers();
});

const portion = { waterVolume: 250, time: '2026-10-09T10:00' };
const add = (key: string, body: unknown = portion, { call } = person) =>
  call('POST /api/user/water', { headers: { 'Idempotency-Key': key }, body });
const servings = async ({ call } = person) =>
  (await call('GET /api/user/water/today?date=2026-10-09T10:00')).body.servings;

test('the same write again gets the first answer and adds nothing', async () => {
  const first = await add('one');
  expect(first.status).toBe(201);
  const again = [await add('one'), await add('one', { ...portion, unknown: 'is ignored' })];
  // The members of a JSON object have no order.
  again.push(await add('one', { time: portion.time, waterVolume: 250.0 }));
  for (const answer of again) expect(answer).toMatchObject({ status: 201, body: first.body });
  expect(await servings()).toBe(1);
});

test('a hundred times at once is one portion', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => add('many')));
  for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body });
  expect(await servings()).toBe(1);
});

test('other keys, or none, are other portions', async () => {
  const answers = [await add('one'), await add('two'), await add('ONE')];
  for (let count = 0; count < 2; count++) {
    answers.push(await person.call('POST /api/user/water', { body: portion }));
  }
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5);
  expect(await servings()).toBe(5);
});

test('the first answer is given still when the portion was edited, moved or deleted', async () => {
  const first = await add('one');
  const path = (day: string) => `/api/user/water/${day}?portionID=${first.body.id}`;
  const moved = { waterVolume: 100, time: '2026-10-08T10:00' };
  expect((await person.call(`PUT ${path('2026-10-09')}`, { body: moved })).status).toBe(200);
  expect(await add('one')).toMatchObject({ status: 201, body: first.body });
  expect(await servings()).toBe(0);
  expect((await person.call(`DELETE ${path('2026-10-08')}`)).status).toBe(204);
  expect(await add('one')).toMatchObject({ status: 201, body: first.body });
  expect(await servings()).toBe(0);
});

test.each([
  [{ ...portion, waterVolume: 251 }],
  [{ ...portion, time: '2026-10-09T10:01' }],
  [{ ...portion, time: '2026-10-08T10:00' }],
])('a key that came with another body is refused for %j', async (other) => {
  const first = await add('one');
  expectProblem(await add('one', other), 422, 'idempotency_key_reused');
  expect(await servings()).toBe(1);
  expect((await add('one')).body).toEqual(first.body);
});

test('of two bodies at once under one key, one is added and the other refused', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => add('split', { ...portion, waterVolume: 1 + (index % 2) })),
  );
  const added = answers.filter(({ status }) => status === 201);
  expect(added).toHaveLength(20);
  expect(new Set(added.map(({ body }) => body.id)).size).toBe(1);
  for (const answer of answers) {
    if (answer.status !== 201) expectProblem(answer, 422, 'idempotency_key_reused');
  }
  expect(await servings()).toBe(1);
});

test.each(['x', '!', '~'.repeat(128), '"quoted"', crypto.randomUUID()])('%j is a key', async (key) => {
  expect((await add(key)).status).toBe(201);
});

test.each(['', 'a b', 'a\tb', 'caf\u00e9', 'x'.repeat(129)])('%j is no key', async (key) => {
  expectProblem(await add(key), 400, 'validation_failed', {
    'idempotency-key': fieldMessages.idempotencyKeyInvalid,
  });
  expect(await servings()).toBe(0);
});

test('keys are of an account: another one uses the same for itself', async () => {
  const other = await app.signUp();
  const [mine, theirs] = [await add('one'), await add('one', { ...portion, waterVolume: 9 }, other)];
  expect(theirs).toMatchObject({ status: 201, body: { waterVolume: 9 } });
  expect(theirs.body.id).not.toBe(mine.body.id);
  expect([await servings(), await servings(other)]).toEqual([1, 1]);
});

/** Sets the clock on and signs the person in again: no session outlives such a time without being used. */
async function comeBackAt(instant: string): Promise<void> {
  vi.setSystemTime(instant);
  const { token } = (await app.call('POST /api/users/login', { body: person })).body;
  person = { ...person, token, call: (call, request) => app.call(call, { token, ...request }) };
}

test('a key is remembered for 30 days and is new after them', async () => {
  const first = await add('one');
  await comeBackAt('2026-11-08T11:59:59Z');
  expect(await add('one')).toMatchObject({ status: 201, body: first.body });
  expectProblem(await add('one', { ...portion, waterVolume: 1 }), 422, 'idempotency_key_reused');
  expect(await servings()).toBe(1);

  await comeBackAt('2026-11-08T12:00:01Z');
  const anew = await add('one', { ...portion, waterVolume: 1 });
  expect(anew).toMatchObject({ status: 201, body: { waterVolume: 1 } });
  expect(anew.body.id).not.toBe(first.body.id);
  expect(await servings()).toBe(2);
  // Its 30 days begin again.
  await comeBackAt('2026-12-08T12:00:00Z');
  expect((await add('one', { ...portion, waterVolume: 1 })).body).toEqual(anew.body);
  expect(await servings()).toBe(2);
});

test('a write that was refused does not use its key up', async () => {
  expectProblem(await add('one', { ...portion, waterVolume: 0 }), 400, 'validation_failed', {
    waterVolume: fieldMessages.waterVolumeInvalid,
  });
  expectProblem(await add('one', portion, { ...person, call: app.call }), 401, 'unauthorized');
  expect((await add('one')).status).toBe(201);
  expect(await servings()).toBe(1);
});
