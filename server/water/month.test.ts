import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { setClock } from '../testing/clock.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  setClock('2026-10-09T12:00:00Z');
  person = await app.signUp();
});
afterAll(() => app.stop());
beforeEach(() => {
  setClock('2026-10-09T12:00:00Z');
});
afterEach(() => {
  vi.useRealTimers();
});

const month = (query: string) => person.call(`GET /api/user/water/month${query}`);
const add = (waterVolume: number, time: string) =>
  person.call('POST /api/user/water', { body: { waterVolume, time } });

test.each([
  ['2026-02', 28],
  ['2024-02', 29],
  ['2000-02', 29],
  ['2026-09', 30],
  ['2026-01', 31],
  ['2025-12', 31],
  ['2026-10', 31],
])('%s has one item for each of its %d days, in order', async (name, days) => {
  const { status, body } = await month(`?date=${name}`);
  expect(status).toBe(200);
  expect(body).toEqual(
    Array.from({ length: days }, (_, index) => ({
      date: `${name}-${String(index + 1).padStart(2, '0')}`,
      dailyNorma: 2,
      drankWater: 0,
      percent: 0,
      servings: 0,
    })),
  );
});

test('each day shows what was drunk on it, and its neighbours in other months nothing of it', async () => {
  await add(300, '2025-05-01T01:30');
  await add(500, '2025-05-01T02:00');
  await add(1250, '2025-05-01T12:00');
  await add(3000, '2025-05-31T12:00');
  await add(900, '2025-06-01T01:59');
  await add(100, '2025-06-01T02:00');
  const drunk = async (name: string) =>
    (await month(`?date=${name}`)).body.filter(({ servings }: { servings: number }) => servings > 0);
  const day = (date: string, drankWater: number, percent: number, servings: number) => ({
    date,
    dailyNorma: 2,
    drankWater,
    percent,
    servings,
  });
  expect(await drunk('2025-04')).toEqual([day('2025-04-30', 300, 15, 1)]);
  expect(await drunk('2025-05')).toEqual([day('2025-05-01', 1750, 88, 2), day('2025-05-31', 3900, 195, 2)]);
  expect(await drunk('2025-06')).toEqual([day('2025-06-01', 100, 5, 1)]);
});

test.each([
  ['a day', '?date=2026-09-30', '2026-09'],
  ['a month', '?date=2026-09', '2026-09'],
  ['a time on the wire', '?date=2026-09-30T12:00', '2026-09'],
  ['a time on the wire past midnight', '?date=2026-10-01T01:59', '2026-09'],
  ['spaces around a day', '?date=%20%202026-09-30%20', '2026-09'],
  ['spaces around a month', '?date=+2026-09%09', '2026-09'],
  ['spaces around a time', '?date=%202026-10-01T02:00%0A', '2026-10'],
  ['nothing, which means the current month', '', '2026-10'],
])('the month may be named by %s', async (_, query, name) => {
  const { status, body } = await month(query);
  expect(status).toBe(200);
  expect(body[0].date).toBe(`${name}-01`);
});

test('the current month is that of the account’s own calendar', async () => {
  setClock('2026-08-31T21:30:00Z');
  const inKyiv = await app.signUp({ timeZone: 'Europe/Kyiv' });
  const { body } = await inKyiv.call('GET /api/user/water/month');
  expect(body[0].date).toBe('2026-09-01');
});

test.each([
  ...[
    '',
    '+',
    '2026',
    '2026-13',
    '2026-00',
    '2026-1',
    '2026-02-30',
    '2026-02-30T10:00',
    '2026-10-09T24:00',
  ].map((date) => [date, fieldMessages.dateInvalid]),
  ...['09.10.2026', 'October', '2026-10-09T10:00:00', '2026-10&date=2026-09'].map((date) => [
    date,
    fieldMessages.dateInvalid,
  ]),
  ...['1999-12', '1999-12-31', '2000-01-01T01:59', '2101-01', '2026-10-12', '2026-11'].map((date) => [
    date,
    fieldMessages.timeOutOfRange,
  ]),
])('the month of %j is refused: %s', async (date, message) => {
  expectProblem(await month(`?date=${date}`), 400, 'validation_failed', { date: message });
});
