import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { setClock } from '../testing/clock.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp({ SESSION_DAYS: '365' });
});
afterAll(() => app.stop());
const signUpAnew = async () => {
  setClock('2026-10-09T12:00:00Z');
  person = await app.signUp();
};
beforeEach(() => setClock('2026-10-09T12:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const add = (waterVolume: unknown, time: unknown, { call } = person) =>
  call('POST /api/user/water', { body: { waterVolume, time } });
const today = async (date: string, { call } = person) =>
  (await call(`GET /api/user/water/today?date=${date}`)).body;
const month = async (date: string, { call } = person) =>
  (await call(`GET /api/user/water/month?date=${encodeURIComponent(date)}`)).body;
const edit = (day: string, id: string, waterVolume: unknown, time: unknown, { call } = person) =>
  call(`PUT /api/user/water/${day}?portionID=${id}`, { body: { waterVolume, time } });
const remove = (day: string, id: string, { call } = person) =>
  call(`DELETE /api/user/water/${day}?portionID=${id}`);

describe('a portion', () => {
  beforeEach(signUpAnew);

  test('belongs to its day, is edited, moved to another day and deleted', async () => {
    const added = await add(250, '2026-10-09T10:05');
    expect(added).toMatchObject({
      status: 201,
      body: { id: expect.any(String), waterVolume: 250, time: '2026-10-09T10:05' },
    });
    const { id } = added.body;
    expect(await today('2026-10-09T14:00')).toEqual({
      _id: '2026-10-09',
      date: '2026-10-09',
      dailyNorma: 2,
      drankWater: 250,
      percent: 13,
      servings: 1,
      waterlist: [added.body],
    });

    const edited = await edit('2026-10-09', id, 500, '2026-10-09T11:00');
    expect(edited).toMatchObject({ status: 200, body: { id, waterVolume: 500, time: '2026-10-09T11:00' } });
    expect(await today('2026-10-09T14:00')).toMatchObject({ drankWater: 500, waterlist: [edited.body] });

    const moved = await edit('2026-10-09', id, 300, '2026-10-08T11:00');
    expect(moved).toMatchObject({ status: 200, body: { id, waterVolume: 300, time: '2026-10-08T11:00' } });
    expect(await today('2026-10-09T14:00')).toMatchObject({ servings: 0, waterlist: [] });
    expect(await today('2026-10-08T14:00')).toMatchObject({ drankWater: 300, waterlist: [moved.body] });

    expect(await remove('2026-10-08', id)).toMatchObject({ status: 204, body: Buffer.alloc(0) });
    expect(await today('2026-10-08T14:00')).toMatchObject({ drankWater: 0, percent: 0, waterlist: [] });
    expectProblem(await remove('2026-10-08', id), 404, 'not_found');
  });

  test('stands in its day by time, and where that is the same in the order of adding', async () => {
    const times = ['14:00', '09:00', '14:00', '08:59', '14:00', '23:59', '09:00'];
    for (const [index, time] of times.entries()) await add(100 - index, `2026-10-09T${time}`);
    const { waterlist } = await today('2026-10-09T12:00');
    expect(waterlist.map(({ waterVolume }: { waterVolume: number }) => waterVolume)).toEqual([
      97, 99, 94, 100, 98, 96, 95,
    ]);
  });

  test('may be more than the whole norm: the percent says so', async () => {
    for (const volume of [5000, 5000, 1]) await add(volume, '2026-10-09T10:00');
    expect(await today('2026-10-09T10:00')).toMatchObject({ drankWater: 10_001, percent: 500, servings: 3 });
    expect((await month('2026-10'))[8]).toMatchObject({ drankWater: 10_001, percent: 500, servings: 3 });
  });

  test('keeps nothing that nobody asked for', async () => {
    const body = { waterVolume: 1, time: '2026-10-09T10:00', id: 'mine', _id: '2026-10-01', account_id: 'x' };
    const added = await person.call('POST /api/user/water', { body });
    expect(added.body).toEqual({ id: expect.any(String), waterVolume: 1, time: '2026-10-09T10:00' });
    expect(added.body.id).not.toBe('mine');
    expect((await today('2026-10-09T10:00')).waterlist).toEqual([added.body]);
  });

  test('is found in its own day and by its own account alone', async () => {
    const other = await app.signUp();
    const { body: portion } = await add(250, '2026-10-09T10:00');
    const time = '2026-10-09T11:00';
    const refusals = await Promise.all([
      edit('2026-10-09', portion.id, 1, time, other),
      remove('2026-10-09', portion.id, other),
      edit('2026-10-08', portion.id, 1, time),
      remove('2026-10-08', portion.id),
      edit('2026-10-09', crypto.randomUUID(), 1, time),
      remove('2026-10-09', 'x'),
      edit('2026-02-30', portion.id, 1, time),
      remove('nonsense', portion.id),
      remove('%00', portion.id),
      remove('2026-10-09T10:00', portion.id),
      remove(`2026-10-09${encodeURIComponent("' or '1'='1")}`, portion.id),
    ]);
    for (const refusal of refusals) expectProblem(refusal, 404, 'not_found');
    expect(new Set(refusals.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await today('2026-10-09T10:00')).waterlist).toEqual([portion]);
    expect(await today('2026-10-09T10:00', other)).toMatchObject({ servings: 0 });
  });
});

describe('a portion is refused and nothing changes', () => {
  let id: string;
  beforeAll(async () => {
    await signUpAnew();
    id = (await add(100, '2026-10-09T10:00')).body.id;
  });
  afterEach(async () => {
    expect(await today('2026-10-09T10:00')).toMatchObject({ drankWater: 100, servings: 1 });
  });

  const unreal = [
    ...[undefined, null, '', 7, true, ['2026-10-09T10:00'], '2026-10-09', '10:00', '2026-10-9T10:00'],
    ...['2026-02-30T10:00', '2025-02-29T10:00', '2026-10-09T24:00', '2026-10-09T10:60', '2026-10-09T10:00Z'],
  ];
  const outOfRange = ['1999-12-31T10:00', '2000-01-01T01:59', '2101-01-01T10:00', '2026-10-11T14:01'];

  test.each([
    ...unreal.map((time) => ({ time, message: fieldMessages.timeInvalid })),
    ...outOfRange.map((time) => ({ time, message: fieldMessages.timeOutOfRange })),
  ])('for the time $time: $message', async ({ time, message }) => {
    expectProblem(await add(250, time), 400, 'validation_failed', { time: message });
    expectProblem(await edit('2026-10-09', id, 250, time), 400, 'validation_failed', { time: message });
  });

  test.each([0, -1, 5001, 250.5, 1e300, '250', '', true, [250], null, undefined, {}])(
    'for a volume of %j',
    async (volume) => {
      const fields = { waterVolume: fieldMessages.waterVolumeInvalid };
      expectProblem(await add(volume, '2026-10-09T10:00'), 400, 'validation_failed', fields);
      const answer = await edit('2026-10-09', id, volume, '2026-10-09T10:00');
      expectProblem(answer, 400, 'validation_failed', fields);
    },
  );

  test.each(['', '?portionID=', '?portionID', '?portionid=x', '?portionID=x&portionID=y'])(
    'for naming it by %j, not by one portionID',
    async (query) => {
      const fields = { portionID: fieldMessages.portionIdRequired };
      const body = { waterVolume: 1, time: '2026-10-09T10:00' };
      const path = `/api/user/water/2026-10-09${query}`;
      expectProblem(await person.call(`PUT ${path}`, { body }), 400, 'validation_failed', fields);
      expectProblem(await person.call(`DELETE ${path}`), 400, 'validation_failed', fields);
    },
  );
});

describe('a day is the one on the wall clock, two hours behind the wire', () => {
  beforeAll(signUpAnew);

  test.each([
    ['the last minute of an evening', '2026-10-09T01:59', '2026-10-08'],
    ['midnight', '2026-10-09T02:00', '2026-10-09'],
    ['half past eleven on the last of a month', '2026-10-01T01:30', '2026-09-30'],
    ['half past eleven on New Year’s Eve', '2026-01-01T01:30', '2025-12-31'],
    ['the evening before a leap day', '2024-02-29T01:30', '2024-02-28'],
    ['the evening of a leap day', '2024-03-01T01:30', '2024-02-29'],
    ['the evening of 28 February in a common year', '2025-03-01T00:00', '2025-02-28'],
    ['the first minute that is accepted', '2000-01-01T02:00', '2000-01-01'],
    ['the last minute that is accepted', '2026-10-11T14:00', '2026-10-11'],
  ])('%s, %s, is of %s', async (_, time, day) => {
    const added = await add(700, time);
    expect(added).toMatchObject({ status: 201, body: { time } });
    const shown = await today(time);
    expect(shown).toMatchObject({ _id: day, date: day, drankWater: 700, waterlist: [added.body] });
    const figures = { date: day, dailyNorma: 2, drankWater: 700, percent: 35, servings: 1 };
    for (const form of [day, day.slice(0, 7), time]) {
      const drunk = (await month(form)).filter(({ servings }: { servings: number }) => servings > 0);
      expect(drunk).toEqual([figures]);
    }
    expect((await remove(day, added.body.id)).status).toBe(204);
  });

  test('and at half past ten in the evening still shows the evening', async () => {
    expect(await today('2026-10-10T00:30')).toMatchObject({ _id: '2026-10-09' });
  });
});

describe('reading', () => {
  beforeAll(signUpAnew);

  test('writes nothing', async () => {
    await add(250, '2026-10-09T10:00');
    const rows = async () => {
      const { database } = app;
      return [
        await database.selectFrom('portion').selectAll().execute(),
        await database.selectFrom('norm').selectAll().execute(),
        await database.selectFrom('account').selectAll().execute(),
      ];
    };
    const before = await rows();
    await today('2024-02-29T10:00');
    await month('2024-02');
    for (const path of ['user/water/today', 'user/water/month', 'users/current', 'users/dailynorma']) {
      expect((await person.call(`GET /api/${path}`)).status).toBe(200);
    }
    expect(await rows()).toEqual(before);
  });

  test.each([
    ...['2026-10-09', '2026-02-30T10:00', '2026-10-09T24:00', '', ' 2026-10-09T10:00'].map((date) => [
      date,
      fieldMessages.timeInvalid,
    ]),
    ...['1999-12-31T10:00', '2101-01-01T10:00', '2026-10-11T14:01'].map((date) => [
      date,
      fieldMessages.timeOutOfRange,
    ]),
    ['2026-10-09T10:00&date=2026-10-08T10:00', fieldMessages.timeInvalid],
  ])('the day of %j is refused: %s', async (date, message) => {
    const answer = await person.call(`GET /api/user/water/today?date=${date}`);
    expectProblem(answer, 400, 'validation_failed', { date: message });
  });
});
