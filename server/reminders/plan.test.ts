import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_RULES, type ReminderRules } from '../../contract/reminder.ts';
import { decide, inZone, nextSlot, usefulness } from './plan.ts';

const kyiv: ReminderRules = { ...FIRST_RULES, isOn: true, timeZone: 'Europe/Kyiv' };
const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds;
const shown = (instant: number | undefined, zone = 'Europe/Kyiv') =>
  instant === undefined
    ? undefined
    : inZone(instant, zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

describe('the next reminder', () => {
  test.each([
    { when: 'before the window', now: '2026-11-20T07:00', next: '2026-11-20T10:30' },
    { when: 'within it', now: '2026-11-20T10:31', next: '2026-11-20T12:00' },
    { when: 'at the moment of one', now: '2026-11-20T12:00', next: '2026-11-20T13:30' },
    { when: 'after the last of the day', now: '2026-11-20T21:00', next: '2026-11-21T10:30' },
  ])('$when', ({ now, next }) => {
    expect(shown(nextSlot(kyiv, at(`${now}[Europe/Kyiv]`), null)?.at)).toBe(next);
  });

  test('comes at the opening where pace does not matter', () => {
    const rules = { ...kyiv, onlyBehindPace: false };
    expect(shown(nextSlot(rules, at('2026-11-20T07:00[Europe/Kyiv]'), null)?.at)).toBe('2026-11-20T09:00');
  });

  test('skips the days of the week that are not chosen', () => {
    // 20 November 2026 is a Friday.
    const rules = { ...kyiv, days: [1] };
    expect(shown(nextSlot(rules, at('2026-11-20T07:00[Europe/Kyiv]'), null)?.at)).toBe('2026-11-23T10:30');
    expect(nextSlot({ ...kyiv, days: [] }, at('2026-11-20T07:00[Europe/Kyiv]'), null)).toBeNull();
  });

  test('keeps its distance from the last one across midnight and a change of the rules', () => {
    const rules = { ...kyiv, from: '00:00', to: '23:59', everyMinutes: 230, onlyBehindPace: false };
    const last = at('2026-11-20T23:00[Europe/Kyiv]');
    expect(shown(nextSlot(rules, last, last)?.at)).toBe('2026-11-21T03:50');
  });

  test('is not silenced by a last one that lies in the future of a clock set back', () => {
    const now = at('2026-11-20T10:00[Europe/Kyiv]');
    expect(shown(nextSlot(kyiv, now, now + 86_400_000)?.at)).toBe('2026-11-20T10:30');
  });

  test('keeps its distance also from a last one that a clock set back a little has ahead of it', () => {
    const sent = at('2026-11-20T10:30[Europe/Kyiv]');
    expect(shown(nextSlot(kyiv, sent - 9 * 60_000, sent)?.at)).toBe('2026-11-20T12:00');
  });

  test('counts real time over a clock change', () => {
    // In Kyiv 03:00 becomes 04:00 on 29 March, and 04:00 becomes 03:00 on 25 October.
    const rules = { ...kyiv, from: '02:00', to: '06:00', everyMinutes: 60 };
    const spring = [at('2026-03-29T01:00[Europe/Kyiv]')];
    for (let count = 0; count < 3; count += 1)
      spring.push(nextSlot(rules, spring.at(-1) ?? 0, null)?.at ?? 0);
    expect(spring.slice(1).map((slot) => shown(slot))).toEqual([
      '2026-03-29T04:00',
      '2026-03-29T05:00',
      '2026-03-29T06:00',
    ]);
    const autumn = [at('2026-10-25T01:00[Europe/Kyiv]')];
    for (let count = 0; count < 5; count += 1)
      autumn.push(nextSlot(rules, autumn.at(-1) ?? 0, null)?.at ?? 0);
    expect(autumn.slice(1).map((slot) => shown(slot)?.slice(11))).toEqual([
      '03:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
    ]);
  });
});

describe('whether it is sent', () => {
  const noon = at('2026-11-20T15:00[Europe/Kyiv]');
  test.each([
    { expected: 'due', rules: {}, drankMl: 999 },
    { expected: 'on_pace', rules: {}, drankMl: 1000 },
    { expected: 'due', rules: { onlyBehindPace: false }, drankMl: 1999 },
    { expected: 'norm_met', rules: { onlyBehindPace: false }, drankMl: 2000 },
    { expected: 'due', rules: { onlyBehindPace: false, stopAtNorm: false }, drankMl: 2500 },
    { expected: 'paused', rules: { pausedOn: '2026-11-20' }, drankMl: 0 },
    { expected: 'due', rules: { pausedOn: '2026-11-19' }, drankMl: 0 },
    { expected: 'outside_window', rules: { to: '14:59' }, drankMl: 0 },
    { expected: 'outside_window', rules: { days: [1, 2, 3, 4, 6, 7] }, drankMl: 0 },
    { expected: 'outside_window', rules: { timeZone: 'Pacific/Kiritimati' }, drankMl: 0 },
  ] as const)('$expected with $rules after $drankMl of 2000 ml at half of the window', (example) => {
    const rules = { ...kyiv, ...example.rules } as ReminderRules;
    expect(decide(rules, noon, { drankMl: example.drankMl, normMl: 2000 })).toBe(example.expected);
  });
});

test('a reminder is of use for a quarter of an hour, and never until the next one', () => {
  expect(usefulness({ everyMinutes: 90 })).toBe(15 * 60_000);
  expect(usefulness({ everyMinutes: 30 })).toBe(15 * 60_000);
});

const zones = [
  'Pacific/Kiritimati',
  'America/Adak',
  'Europe/Kyiv',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  // Midnight is skipped there when summer time begins.
  'America/Asuncion',
  'Africa/Cairo',
  'America/St_Johns',
];
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
const someRules = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    clocks: fc.uniqueArray(clock, { minLength: 2, maxLength: 2 }),
    everyMinutes: fc.integer({ min: 30, max: 240 }),
    onlyBehindPace: fc.boolean(),
    stopAtNorm: fc.boolean(),
    timeZone: fc.constantFrom(...zones),
  })
  .map(({ clocks, ...rest }) => {
    const [from = '', to = ''] = clocks.toSorted();
    return { ...FIRST_RULES, isOn: true, ...rest, from, to } satisfies ReminderRules;
  });
const someInstant = fc.integer({
  min: Date.parse('2024-01-01T00:00Z'),
  max: Date.parse('2028-12-31T00:00Z'),
});
/** Around both clock changes of the year in most places. */
const changes = ['2026-03-08', '2026-03-29', '2026-04-24', '2026-10-04', '2026-10-25', '2026-11-01'];
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -48 * 60, max: 48 * 60 }))
  .map(([day, minutes]) => Date.parse(`${day}T00:00Z`) + minutes * 60_000);

test('whatever the rules, the zone and the season, reminders keep the window and the interval', () => {
  fc.assert(
    fc.property(someRules, fc.oneof(someInstant, nearChange), fc.nat(2500), (rules, start, drankMl) => {
      let now = start;
      let lastSent: number | null = null;
      for (let count = 0; count < 12; count += 1) {
        const slot = nextSlot(rules, now, lastSent);
        if (!slot) return;
        expect(slot.at).toBeGreaterThan(now);
        const local = inZone(slot.at, rules.timeZone);
        expect(rules.days).toContain(local.dayOfWeek);
        expect(slot.at).toBeGreaterThanOrEqual(slot.opensAt);
        expect(slot.at).toBeLessThanOrEqual(slot.closesAt);
        if (lastSent !== null) expect(slot.at - lastSent).toBeGreaterThanOrEqual(rules.everyMinutes * 60_000);
        const outcome = decide(rules, slot.at, { drankMl, normMl: 2000 });
        // What was planned is never outside of the window, and nobody is reminded who needs it not.
        expect(outcome).not.toBe('outside_window');
        if (rules.stopAtNorm && drankMl >= 2000) expect(outcome).not.toBe('due');
        const paused = { ...rules, pausedOn: local.toPlainDate().toString() };
        expect(decide(paused, slot.at, { drankMl: 0, normMl: 2000 })).toBe('paused');
        if (outcome === 'due') lastSent = slot.at;
        now = slot.at;
      }
    }),
    { numRuns: 300 },
  );
});
