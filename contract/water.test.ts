import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { IdempotencyHeaders, MonthQuery, WaterVolume } from './water.schema.ts';
import { percentOf } from './water.ts';

test.each([
  [0, 2000, 0],
  [1000, 2000, 50],
  [2000, 2000, 100],
  [2500, 2000, 125],
  [5000, 100, 5000],
  [9, 2000, 0],
  [10, 2000, 1],
  [29, 2000, 1],
  [30, 2000, 2],
  [1, 3000, 0],
  [1999, 2000, 100],
])('%d ml of a norm of %d ml are %d percent', (drank, norm, percent) => {
  expect(percentOf(drank, norm)).toBe(percent);
});

test('the percent is the exact share, halves up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 100, max: 15_000 }),
      (drank, norm) => {
        const exact = (200n * BigInt(drank) + BigInt(norm)) / (2n * BigInt(norm));
        expect(percentOf(drank, norm)).toBe(Number(exact));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([1, 250, 5000, 1e3])('a portion may have %d ml', (volume) => {
  expect(z.parse(WaterVolume, volume)).toBe(volume);
});

test.each([0, -1, 5001, 250.5, 1e300, Number.NaN, '250', true, [250], null, undefined, { ml: 250 }])(
  'a portion of %j ml is refused with one message',
  (volume) => {
    const { error } = z.safeParse(WaterVolume, volume);
    expect(error?.issues.map(({ message }) => message)).toEqual(['waterVolumeInvalid']);
  },
);

test.each(['a', '!', '~', '018f3c7e-7b1a-7000-8000-000000000000', 'x'.repeat(128)])(
  'the key %j may name a write',
  (key) => {
    expect(z.safeParse(IdempotencyHeaders, { 'idempotency-key': key }).success).toBe(true);
  },
);

test.each(['', ' ', 'a b', 'ключ', 'a\u007f', 'x'.repeat(129), 'a\n'])('the key %j may not', (key) => {
  expect(z.safeParse(IdempotencyHeaders, { 'idempotency-key': key }).success).toBe(false);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-09T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['2026-10-09', '2026-10-09T00:00'],
  ['2026-10', '2026-10-01T00:00'],
  ['  2026-10-09 ', '2026-10-09T00:00'],
  ['\t2026-10\n', '2026-10-01T00:00'],
  ['2026-10-01T01:59', '2026-09-30T23:59'],
  [' 2026-10-01T02:00 ', '2026-10-01T00:00'],
  ['2000-01', '2000-01-01T00:00'],
  ['2026-10-11', '2026-10-11T00:00'],
  [undefined, undefined],
])('the month of %j is that of %j', (date, read) => {
  expect(z.parse(MonthQuery, { date })).toEqual({ date: read });
});

test.each([
  ['', 'dateInvalid'],
  ['   ', 'dateInvalid'],
  ['2026', 'dateInvalid'],
  ['2026-13', 'dateInvalid'],
  ['2026-1-1', 'dateInvalid'],
  ['2026-02-30', 'dateInvalid'],
  ['2026-02-30T10:00', 'dateInvalid'],
  ['2026-10-09T24:00', 'dateInvalid'],
  ['09.10.2026', 'dateInvalid'],
  [['2026-10', '2026-09'], 'dateInvalid'],
  ['1999-12', 'timeOutOfRange'],
  ['2000-01-01T01:59', 'timeOutOfRange'],
  ['2101-01', 'timeOutOfRange'],
  ['2026-10-12', 'timeOutOfRange'],
  ['2026-11', 'timeOutOfRange'],
])('the month of %j is refused: %s', (date, fault) => {
  const { error } = z.safeParse(MonthQuery, { date });
  expect(error?.issues.map(({ message }) => message)).toEqual([fault]);
});
