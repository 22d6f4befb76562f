import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
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

const read = async ({ call } = person) => (await call('GET /api/users/dailynorma')).body;
const change = (body: unknown, { call } = person, headers = {}) =>
  call('PATCH /api/users/dailynorma', { body, headers });

describe('the norm', () => {
  test('of a new account is 2 L, calculated from nothing', async () => {
    const { call } = await app.signUp();
    expect(await call('GET /api/users/dailynorma')).toMatchObject({
      status: 200,
      body: { dailyNorma: 2, gender: 'woman', weight: 0, activityTime: 0, willDrink: 0 },
    });
  });

  test('is kept as it was sent, and what is absent stays', async () => {
    const sent = { dailyNorma: 1.85, gender: 'male', weight: 72.5, activityTime: 1.25, willDrink: 2.05 };
    expect(await change({ ...sent, unknown: 1 })).toMatchObject({
      status: 200,
      body: {
        updatedDailyNorma: 1.85,
        updatedGender: 'man',
        updatedWeight: 72.5,
        updatedActivityTime: 1.25,
        updatedWillDrink: 2.05,
      },
    });
    const kept = { ...sent, gender: 'man' };
    expect(await read()).toEqual(kept);

    expect((await change({})).status).toBe(200);
    expect(await read()).toEqual(kept);
    for (const [field, value] of Object.entries({
      dailyNorma: 3,
      gender: 'woman',
      weight: 0,
      activityTime: 0,
      willDrink: 0,
    })) {
      Object.assign(kept, { [field]: value });
      expect((await change({ [field]: value })).status).toBe(200);
      expect(await read()).toEqual(kept);
    }
    expect((await person.call('GET /api/users/current')).body.dailyNorma).toBe(3);
  });

  const limits = [
    {
      field: 'dailyNorma',
      taken: [0.1, 15, 0.29, 1.1, 2.01, 14.99],
      refused: [0, 0.09, 15.01, 16, -1, 1.005, 1.111, 1e-9, 1e99],
    },
    { field: 'willDrink', taken: [0, 15, 0.01, 1.15], refused: [-0.01, 15.01, 0.001] },
    { field: 'weight', taken: [0, 500, 0.1, 70.7], refused: [-0.1, 500.1, 70.75, 1e21] },
    { field: 'activityTime', taken: [0, 24, 0.01, 0.07, 1.33, 23.99], refused: [-0.01, 24.01, 0.333] },
  ] as const;
  const noNumbers = ['2', '', true, [2], {}, null];

  test.each(limits)('$field takes $taken', async ({ field, taken }) => {
    for (const value of taken) {
      expect((await change({ [field]: value })).status, String(value)).toBe(200);
      expect((await read())[field]).toBe(value);
    }
  });

  test.each(limits)('$field takes neither $refused nor what is no number', async ({ field, refused }) => {
    const before = await read();
    for (const value of [...refused, ...noNumbers]) {
      expectProblem(await change({ [field]: value }), 400, 'validation_failed', {
        [field]: fieldMessages[`${field}Invalid`],
      });
    }
    expect(await read()).toEqual(before);
  });

  test('changes as a whole or not at all', async () => {
    const before = await read();
    expectProblem(await change({ dailyNorma: 9, weight: 501, gender: 'x' }), 400, 'validation_failed', {
      gender: fieldMessages.genderUnknown,
      weight: fieldMessages.weightInvalid,
    });
    expect(await read()).toEqual(before);
  });

  test.each([[[]], ['text'], [null]])('does not change by a body of %j', async (body) => {
    const answer = await person.call('PATCH /api/users/dailynorma', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expectProblem(answer, 400, 'validation_failed', { body: fieldMessages.bodyNotObject });
  });
});

/** The norm and the percent that a day shows, alone and in its month; both must agree. */
async function shown({ call }: SignedIn, day: string) {
  const { dailyNorma, percent } = (await call(`GET /api/user/water/today?date=${day}T12:00`)).body;
  const month = (await call(`GET /api/user/water/month?date=${day}`)).body;
  const inMonth = month.find(({ date }: { date: string }) => date === day);
  expect(inMonth).toMatchObject({ dailyNorma, percent });
  return [dailyNorma, percent];
}

describe('a change of the norm', () => {
  test('counts for today and after, never for days before', async () => {
    setClock('2026-10-07T09:00:00Z');
    const keeper = await app.signUp();
    for (const day of ['2026-09-30', '2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08']) {
      await keeper.call('POST /api/user/water', { body: { waterVolume: 1500, time: `${day}T12:00` } });
    }
    await change({ dailyNorma: 3 }, keeper);
    expect(await shown(keeper, '2026-09-30')).toEqual([2, 75]);
    expect(await shown(keeper, '2026-10-06')).toEqual([2, 75]);
    expect(await shown(keeper, '2026-10-07')).toEqual([3, 50]);
    expect(await shown(keeper, '2026-10-08')).toEqual([3, 50]);

    // The last word of a day is the one that counts for it.
    await change({ dailyNorma: 1 }, keeper);
    await change({ dailyNorma: 1.5 }, keeper);
    expect(await shown(keeper, '2026-10-07')).toEqual([1.5, 100]);

    vi.setSystemTime('2026-10-09T09:00:00Z');
    await change({ dailyNorma: 15 }, keeper);
    expect(await shown(keeper, '2026-10-06')).toEqual([2, 75]);
    expect(await shown(keeper, '2026-10-07')).toEqual([1.5, 100]);
    expect(await shown(keeper, '2026-10-08')).toEqual([1.5, 100]);
    expect(await shown(keeper, '2026-10-09')).toEqual([15, 0]);
    expect(await read(keeper)).toMatchObject({ dailyNorma: 15 });
  });

  test('of anything but the norm leaves no trace in the days', async () => {
    setClock('2026-10-07T09:00:00Z');
    const keeper = await app.signUp();
    await change({ dailyNorma: 3 }, keeper);
    vi.setSystemTime('2026-10-08T09:00:00Z');
    await change({ weight: 90, activityTime: 2, willDrink: 4.8, gender: 'man' }, keeper);
    expect(await shown(keeper, '2026-10-06')).toEqual([2, 0]);
    expect(await shown(keeper, '2026-10-08')).toEqual([3, 0]);
  });
});

describe('which day today is', () => {
  const today = async ({ call }: SignedIn, zone?: string) => {
    const headers: Record<string, string> = zone === undefined ? {} : { 'Time-Zone': zone };
    return (await call('GET /api/user/water/today', { headers })).body.date;
  };

  test.each([
    ['2026-10-09T09:59:00Z', 'Pacific/Kiritimati', '2026-10-09'],
    ['2026-10-09T10:00:00Z', 'Pacific/Kiritimati', '2026-10-10'],
    ['2026-10-09T08:59:00Z', 'America/Adak', '2026-10-08'],
    ['2026-10-09T09:00:00Z', 'America/Adak', '2026-10-09'],
    ['2026-10-09T20:59:00Z', 'Europe/Kyiv', '2026-10-09'],
    ['2026-10-09T21:00:00Z', 'Europe/Kyiv', '2026-10-10'],
    ['2026-12-31T18:30:00Z', 'Asia/Kolkata', '2027-01-01'],
    // Clocks went back that night: the day had begun by summer time.
    ['2026-10-24T21:00:00Z', 'Europe/Kyiv', '2026-10-25'],
    ['2026-10-25T22:00:00Z', 'Europe/Kyiv', '2026-10-26'],
    ['2026-10-25T21:59:00Z', 'Europe/Kyiv', '2026-10-25'],
    ['2026-10-09T23:59:00Z', 'UTC', '2026-10-09'],
  ])('at %s in %s it is %s', async (instant, zone, day) => {
    setClock(instant);
    expect(await today(await app.signUp({ timeZone: zone }))).toBe(day);
  });

  test('is told by the latest known zone of the account; an unknown one is ignored', async () => {
    setClock('2026-10-09T12:00:00Z');
    const traveller = await app.signUp();
    expect(await today(traveller)).toBe('2026-10-09');
    expect(await today(traveller, 'Pacific/Kiritimati')).toBe('2026-10-10');
    for (const zone of ['Mars/Olympus', '', '+05:00', 'x'.repeat(500), 'Pacific/Kiritimati, UTC']) {
      expect(await today(traveller, zone)).toBe('2026-10-10');
    }
    expect(await today(traveller)).toBe('2026-10-10');
    const body = { email: traveller.email, password: traveller.password };
    const headers = { 'Time-Zone': 'Pacific/Pago_Pago' };
    await app.call('POST /api/users/login', { body, headers });
    expect(await today(traveller)).toBe('2026-10-09');
  });

  test('decides from which day a norm counts, also back over the date line', async () => {
    setClock('2026-10-09T10:30:00Z');
    const traveller = await app.signUp({ timeZone: 'Pacific/Kiritimati' });
    await change({ dailyNorma: 3 }, traveller);
    expect(await shown(traveller, '2026-10-09')).toEqual([2, 0]);
    expect(await shown(traveller, '2026-10-10')).toEqual([3, 0]);

    // The ninth again, by another calendar: what is said now is the latest word for both days.
    const changed = await change({ dailyNorma: 2.5 }, traveller, { 'Time-Zone': 'America/Adak' });
    expect(changed.body.updatedDailyNorma).toBe(2.5);
    expect(await shown(traveller, '2026-10-08')).toEqual([2, 0]);
    expect(await shown(traveller, '2026-10-09')).toEqual([2.5, 0]);
    expect(await shown(traveller, '2026-10-10')).toEqual([2.5, 0]);
    expect(await shown(traveller, '2026-10-11')).toEqual([2.5, 0]);
  });
});
