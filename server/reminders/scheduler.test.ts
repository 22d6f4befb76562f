import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { FIRST_RULES, type ReminderRules } from '../../contract/reminder.ts';
import { readConfig } from '../config.ts';
import { setClock } from '../testing/clock.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { newDevice, type Receiver, startReceiver } from '../testing/push-service.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';
import { startScheduler } from './scheduler.ts';
import { reminderSettings } from './settings.ts';

let app: TestApp;
let service: Receiver;
let person: SignedIn;
const silent = { error: vi.fn() };

beforeAll(async () => {
  service = await startReceiver();
  app = await startTestApp({ OUTBOUND_ALLOW: service.host });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});
beforeEach(async () => {
  // A Friday, three hours before the window opens.
  setClock('2026-10-09T06:00:00Z');
  service.received.length = 0;
  person = await app.signUp({ timeZone: 'UTC' });
});
afterEach(() => {
  vi.useRealTimers();
  expect(silent.error).not.toHaveBeenCalled();
});

const rules: ReminderRules = { ...FIRST_RULES, isOn: true, timeZone: 'UTC' };
const setRules = (change: Partial<ReminderRules> = {}) =>
  person.call('PUT /api/users/reminders', { body: { ...rules, ...change } });
const addDevice = () =>
  person.call('POST /api/users/push-subscriptions', {
    body: newDevice(service.url(`/push/${crypto.randomUUID()}`)).input,
  });
const drink = (waterVolume: number, time: string) =>
  person.call('POST /api/user/water', { body: { waterVolume, time } });
const log = async () => (await person.call('GET /api/users/reminders/log')).body;
const outcomes = async () => (await log()).items.map(({ outcome }: { outcome: string }) => outcome);

/** Lets the scheduler look after everything that is due at an instant. */
async function lookAt(instant: string, settings: { firstPauseMs?: number } = {}): Promise<void> {
  setClock(instant);
  const stop = await schedule(app, settings);
  await idle(app);
  await stop();
}

async function schedule({ database }: TestApp, settings: { firstPauseMs?: number; tickMs?: number } = {}) {
  const config = readConfig({ OUTBOUND_ALLOW: service.host });
  const all = { ...(await reminderSettings(config, database)), tickMs: 20, ...settings };
  return startScheduler(database, all, silent as never);
}

/** Waits until nothing is due any more. Not by `vi.waitFor`, which moves a clock that was set. */
async function idle({ database }: TestApp): Promise<void> {
  for (let looks = 0; looks < 500; looks += 1) {
    const due = await database
      .selectFrom('reminder_rules')
      .where('next_at', 'is not', null)
      .where(({ or, eb }) =>
        or([eb('next_at', '<=', Date.now()), eb('planned_at', '>', Date.now() + 60_000)]),
      )
      .select('account_id')
      .execute();
    const waiting = await database
      .selectFrom('reminder_delivery')
      .where('next_try_at', '<=', Date.now())
      .select('account_id')
      .execute();
    if (due.length + waiting.length === 0) return;
    await setTimeout(20);
  }
  throw new Error('Something is still due.');
}

test('rules are off by default, in the zone of the caller, and stay as they are set', async () => {
  const path = 'GET /api/users/reminders';
  expect((await person.call(path)).body).toEqual({ ...FIRST_RULES, timeZone: 'UTC' });
  const set = {
    ...rules,
    days: [7, 1, 1],
    from: '08:30',
    pausedOn: '2026-10-09',
    refusedTimeZone: 'Asia/Tokyo',
  };
  expect((await person.call('PUT /api/users/reminders', { body: set })).body).toEqual({
    ...set,
    days: [1, 7],
  });
  expect((await person.call(path)).body).toEqual({ ...set, days: [1, 7] });
});

test.each([
  ['to', { from: '21:00', to: '09:00' }, 'reminderWindowInvalid'],
  ['to', { from: '09:00', to: '09:00' }, 'reminderWindowInvalid'],
  ['from', { from: '24:00' }, 'clockInvalid'],
  ['from', { from: '9:00' }, 'clockInvalid'],
  ['everyMinutes', { everyMinutes: 29 }, 'reminderIntervalInvalid'],
  ['everyMinutes', { everyMinutes: 241 }, 'reminderIntervalInvalid'],
  ['everyMinutes', { everyMinutes: 90.5 }, 'reminderIntervalInvalid'],
  ['days', { days: [] }, 'reminderDaysRequired'],
  ['days.0', { days: [8] }, 'reminderDaysRequired'],
  ['timeZone', { timeZone: 'Mars/Olympus' }, 'timeZoneUnknown'],
  ['timeZone', { timeZone: '+02:00' }, 'timeZoneUnknown'],
  ['pausedOn', { pausedOn: '2026-02-30' }, 'dateInvalid'],
  ['isOn', { isOn: 1 as never }, 'flagInvalid'],
] as const)('%s is refused in %j', async (field, change, says) => {
  const answer = await person.call('PUT /api/users/reminders', { body: { ...rules, ...change } });
  expectProblem(answer, 400, 'validation_failed', { [field]: fieldMessages[says] });
});

test('the next reminder is known, with the window that it lies in', async () => {
  expect((await log()).next).toBeNull();
  await setRules();
  expect((await log()).next).toEqual({
    at: '2026-10-09T10:30:00.000Z',
    windowFrom: '2026-10-09T09:00:00.000Z',
    windowTo: '2026-10-09T21:00:00.000Z',
  });
  await setRules({ pausedOn: '2026-10-09' });
  expect((await log()).next.at).toBe('2026-10-10T10:30:00.000Z');
  await setRules({ timeZone: 'America/Los_Angeles' });
  expect((await log()).next.at).toBe('2026-10-09T17:30:00.000Z');
  await setRules({ isOn: false });
  expect((await log()).next).toBeNull();
});

test('somebody behind the pace is reminded of what is missing, with the site closed', async () => {
  await addDevice();
  await setRules();
  await drink(200, '2026-10-09T10:00');
  await lookAt('2026-10-09T10:29:59Z');
  expect(service.received).toHaveLength(0);
  await lookAt('2026-10-09T10:30:02Z');
  expect(service.received).toHaveLength(1);
  expect(await log()).toMatchObject({
    next: { at: '2026-10-09T12:00:00.000Z' },
    items: [
      {
        at: '2026-10-09T10:30:00.000Z',
        outcome: 'sent',
        missing: 1800,
        deliveries: [{ state: 'sent', status: 201 }],
      },
    ],
  });
});

test.each([
  { why: 'on_pace', change: {}, drunk: 300 },
  { why: 'norm_met', change: { onlyBehindPace: false, from: '10:30' }, drunk: 2000 },
  { why: 'paused', change: { pausedOn: '2026-10-09' }, drunk: 0 },
])('the ledger says $why, and nothing is sent', async ({ why, change, drunk }) => {
  await addDevice();
  await setRules(change);
  if (drunk > 0) await drink(drunk, '2026-10-09T09:10');
  await lookAt('2026-10-09T10:30:00Z');
  expect(await outcomes()).toEqual([why]);
  expect(service.received).toHaveLength(0);
});

test('the ledger says that there is no device', async () => {
  await setRules();
  await lookAt('2026-10-09T10:30:00Z');
  expect(await outcomes()).toEqual(['no_device']);
});

test('after a standstill, or a clock that jumps a day, one entry says so and nothing bursts', async () => {
  await addDevice();
  await setRules();
  await lookAt('2026-10-12T12:00:00Z');
  expect(await outcomes()).toEqual(['late']);
  expect(service.received).toHaveLength(0);
  expect((await log()).next.at).toBe('2026-10-12T13:30:00.000Z');
});

test('a clock that is set back a day or a month does not silence them', async () => {
  await addDevice();
  await setRules();
  await lookAt('2026-10-09T10:30:00Z');
  for (const back of ['2026-10-08', '2026-09-09']) {
    await lookAt(`${back}T06:00:00Z`);
    await lookAt(`${back}T10:30:00Z`);
  }
  expect(await outcomes()).toEqual(['sent', 'sent', 'sent']);
});

test('a service in trouble is tried again, at growing pauses, until the reminder is of no more use', async () => {
  await addDevice();
  await setRules();
  service.answer({ status: 500 }, { status: 429, headers: { 'retry-after': '120' } }, { status: 201 });
  await lookAt('2026-10-09T10:30:00Z', { firstPauseMs: 10_000 });
  expect((await log()).items[0].deliveries).toMatchObject([{ state: 'waiting', status: 500 }]);
  await lookAt('2026-10-09T10:30:09Z');
  expect(service.received).toHaveLength(1);
  await lookAt('2026-10-09T10:30:10Z');
  expect((await log()).items[0].deliveries).toMatchObject([{ state: 'waiting', status: 429 }]);
  await lookAt('2026-10-09T10:32:09Z');
  expect(service.received).toHaveLength(2);
  await lookAt('2026-10-09T10:32:10Z');
  expect((await log()).items[0].deliveries).toMatchObject([{ state: 'sent', status: 201 }]);
  expect(new Set(service.received.map(({ headers }) => headers['topic'])).size).toBe(1);
});

test('a reminder that could not be delivered in time is given up', async () => {
  await addDevice();
  await setRules();
  service.answer({ status: 500 });
  await lookAt('2026-10-09T10:30:00Z', { firstPauseMs: 10_000 });
  await lookAt('2026-10-09T10:45:01Z');
  expect((await log()).items[0].deliveries).toMatchObject([{ state: 'failed', fault: 'expired' }]);
  expect(service.received).toHaveLength(1);
});
