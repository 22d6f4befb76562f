import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  addDays,
  addMinutes,
  addMonths,
  clockOf,
  dayOf,
  daysOfMonth,
  isAccepted,
  isRealDay,
  isRealWallClock,
  monthOf,
} from './calendar.ts';
import { anyWallClock, minutesAfter } from './testing/wall-clocks.ts';

const anyDay = anyWallClock.map(dayOf);

const upTo = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));

function isRealToThePlatform(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toString().startsWith(text);
  } catch {
    return false;
  }
}

test.each([
  ['2026-10-09T00:00', true],
  ['2026-10-09T23:59', true],
  ['2024-02-29T12:00', true],
  ['2000-02-29T12:00', true],
  ['2026-02-29T12:00', false],
  ['2026-02-30T12:00', false],
  ['2100-02-29T12:00', false],
  ['2026-04-31T12:00', false],
  ['2026-13-01T12:00', false],
  ['2026-00-01T12:00', false],
  ['2026-01-00T12:00', false],
  ['2026-01-01T24:00', false],
  ['2026-01-01T12:60', false],
  ['2026-01-01T12:00:00', false],
  ['2026-01-01T12:00Z', false],
  ['2026-01-01 12:00', false],
  ['2026-01-01t12:00', false],
  ['2026-1-1T12:00', false],
  [' 2026-01-01T12:00', false],
  ['2026-01-01T12:00\n', false],
  ['+02026-01-01T12:00', false],
  ['2026-01-01', false],
  ['', false],
])('whether %j is a real wall-clock time: %j', (text, isReal) => {
  expect(isRealWallClock(text)).toBe(isReal);
});

test.each([
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2026-12-31', true],
  ['2026-12-32', false],
  ['2026-12', false],
  ['2026-12-31T10:00', false],
])('whether %j is a real day: %j', (text, isReal) => {
  expect(isRealDay(text)).toBe(isReal);
});

test('every time that the calendar of the platform has is real, and no other one', () => {
  const year = fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, '0'));
  // One beyond what there is of each.
  const anyFields = fc.tuple(year, upTo(13), upTo(32), upTo(24), upTo(60));
  fc.assert(
    fc.property(anyFields, ([year, month, day, hour, minute]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}`;
      expect(isRealWallClock(text)).toBe(isRealToThePlatform(text));
    }),
  );
});

describe('arithmetic', () => {
  test('moves by minutes as the calendar of the platform does', () => {
    fc.assert(
      fc.property(anyWallClock, fc.integer({ min: -600_000, max: 600_000 }), (time, minutes) => {
        expect(addMinutes(time, minutes)).toBe(minutesAfter(time, minutes));
      }),
    );
  });

  test('moves by days as the calendar of the platform does', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -1000, max: 1000 }), (from, days) => {
        expect(addDays(from, days)).toBe(Temporal.PlainDate.from(from).add({ days }).toString());
      }),
    );
  });

  test('moves by months as the calendar of the platform does', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -300, max: 300 }), (from, months) => {
        const expected = Temporal.PlainYearMonth.from(from).add({ months }).toString();
        expect(addMonths(monthOf(from), months)).toBe(expected);
      }),
    );
  });

  test('lists the days of any month, in order and without a gap', () => {
    fc.assert(
      fc.property(anyDay.map(monthOf), (month) => {
        const days = daysOfMonth(month);
        expect(days.length).toBe(Temporal.PlainYearMonth.from(month).daysInMonth);
        expect(days).toEqual(days.map((_, index) => addDays(`${month}-01`, index)));
      }),
    );
  });

  test('times sort as text the way they follow each other', () => {
    fc.assert(
      fc.property(anyWallClock, anyWallClock, (one, other) => {
        expect(one < other ? -1 : Number(one > other)).toBe(Temporal.PlainDateTime.compare(one, other));
      }),
    );
  });
});

test('a wall-clock time falls into its day, its clock and its month', () => {
  expect(dayOf('2026-10-09T23:30')).toBe('2026-10-09');
  expect(clockOf('2026-10-09T23:30')).toBe('23:30');
  expect(monthOf('2026-10-09')).toBe('2026-10');
});

describe('the dates that are accepted', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('the last one lies 48 hours after the clock in UTC', () => {
    const now = Date.parse('2026-12-30T22:15:59Z');
    expect(isAccepted('2027-01-01T22:15', now)).toBe(true);
    expect(isAccepted('2027-01-01T22:16', now)).toBe(false);
  });

  test.each([
    ['2026-10-09T12:00:00Z', '2026-10-11T12:00', true],
    ['2026-10-09T12:00:00Z', '2026-10-11T12:01', false],
    ['2026-10-09T12:00:00Z', '2000-01-01T00:00', true],
    ['2026-10-09T12:00:00Z', '1999-12-31T23:59', false],
    ['2105-01-01T00:00:00Z', '2100-12-31T23:59', true],
    ['2105-01-01T00:00:00Z', '2101-01-01T00:00', false],
  ])('at %s, %s: %j', (now, time, accepted) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    expect(isAccepted(time)).toBe(accepted);
  });
});
