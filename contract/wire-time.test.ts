import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { anyWallClock, minutesAfter } from './testing/wall-clocks.ts';
import { WireTimeInput } from './wire-time.schema.ts';
import { fromWire, toWire, type WireTime } from './wire-time.ts';

test.each([
  ['2026-10-09T12:00', '2026-10-09T14:00'],
  ['2026-10-09T21:59', '2026-10-09T23:59'],
  ['2026-10-09T22:00', '2026-10-10T00:00'],
  ['2026-09-30T23:30', '2026-10-01T01:30'],
  ['2026-12-31T23:30', '2027-01-01T01:30'],
  ['2024-02-28T22:30', '2024-02-29T00:30'],
  ['2024-02-29T22:30', '2024-03-01T00:30'],
  // The hours at which clocks change in Kyiv and in New York: the shift knows nothing of it.
  ['2026-03-29T02:30', '2026-03-29T04:30'],
  ['2026-10-25T02:30', '2026-10-25T04:30'],
  ['2026-03-08T01:30', '2026-03-08T03:30'],
])('the wall clock %s travels as %s', (time, wire) => {
  expect(toWire(time)).toBe(wire);
  expect(fromWire(wire as WireTime)).toBe(time);
});

test('a time comes back as it left', () => {
  fc.assert(
    fc.property(anyWallClock, (time) => {
      expect(fromWire(toWire(time))).toBe(time);
      expect(toWire(fromWire(time as WireTime))).toBe(time);
    }),
  );
});

test('the shift is 120 minutes of the calendar, from 2000 to 2100', () => {
  fc.assert(
    fc.property(anyWallClock, (time) => {
      expect(toWire(time)).toBe(minutesAfter(time, 120));
    }),
    { numRuns: 1000 },
  );
});

test('times on the wire sort as their wall clocks do', () => {
  fc.assert(
    fc.property(anyWallClock, anyWallClock, (one, other) => {
      expect(toWire(one) < toWire(other)).toBe(one < other);
    }),
  );
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-09T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['2026-10-10T01:30', '2026-10-09T23:30'],
  ['2000-01-01T02:00', '2000-01-01T00:00'],
  ['2026-10-11T14:00', '2026-10-11T12:00'],
])('the input %s is read as %s', (wire, time) => {
  expect(z.parse(WireTimeInput, wire)).toBe(time);
});

test.each([
  ['2026-02-30T10:00', 'timeInvalid'],
  ['2026-10-09T24:00', 'timeInvalid'],
  ['2026-10-09', 'timeInvalid'],
  ['', 'timeInvalid'],
  [undefined, 'timeInvalid'],
  [null, 'timeInvalid'],
  [20261009, 'timeInvalid'],
  [['2026-10-09T10:00'], 'timeInvalid'],
  ['2000-01-01T01:59', 'timeOutOfRange'],
  ['0000-01-01T00:00', 'timeOutOfRange'],
  ['9999-12-31T23:59', 'timeOutOfRange'],
  ['2026-10-11T14:01', 'timeOutOfRange'],
])('the input %j is refused: %s', (wire, fault) => {
  const { error } = z.safeParse(WireTimeInput, wire);
  expect(error?.issues.map((issue) => issue.message)).toEqual([fault]);
});
