import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowances, pauseOf, waitOf } from './rules.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** So many tries, a millisecond apart, the last one just now. */
const justNow = (count: number) => Array.from({ length: count }, (_, index) => NOW - (count - 1 - index));

describe('an allowance', () => {
  const ten = { most: 10, within: MINUTE };

  test('is used up by its number of tries, and the wait is until the oldest of them does not count', () => {
    expect(waitOf([], NOW, ten)).toBe(0);
    expect(waitOf(justNow(9), NOW, ten)).toBe(0);
    expect(waitOf(justNow(10), NOW, ten)).toBe(MINUTE - 9);
    expect(waitOf([NOW - 59_000, ...justNow(9)], NOW, ten)).toBe(1000);
    expect(waitOf([NOW - MINUTE, ...justNow(9)], NOW, ten)).toBe(0);
  });

  test('makes nobody wait longer when the clock is set back', () => {
    const tries = justNow(10);
    expect(waitOf(tries, NOW - DAY, ten)).toBe(0);
    expect(waitOf(tries, NOW - 30_000, ten)).toBe(MINUTE);
  });

  test('is never exceeded in any stretch of its length, however the tries fall', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { maxLength: 200 }), (pauses) => {
        const admitted: number[] = [];
        let now = NOW;
        for (const pause of pauses) {
          now += pause;
          if (waitOf(admitted.slice(-10), now, ten) === 0) admitted.push(now);
        }
        for (const [index, at] of admitted.entries()) {
          const tenth = admitted[index + 10];
          if (tenth !== undefined) expect(tenth - at).toBeGreaterThanOrEqual(MINUTE);
        }
      }),
    );
  });

  test('of sign-in is ten tries a minute', () => {
    expect(allowances.signIn).toEqual(ten);
  });
});

describe('the pause before the next sign-in', () => {
  test.each([
    [1, 0],
    [9, 0],
    [10, 1000],
    [11, 2000],
    [14, 16_000],
    [19, 5 * MINUTE],
    [32, 5 * MINUTE],
  ])('after %d failures of one address is %d ms', (count, pause) => {
    expect(pauseOf(justNow(count), justNow(count), NOW)).toBe(pause);
  });

  test.each([
    [19, 0],
    [20, 1000],
    [24, 16_000],
    [26, MINUTE],
    [32, MINUTE],
  ])('after %d failures of others is %d ms for one that has failed once', (count, pause) => {
    expect(pauseOf([NOW], justNow(count), NOW)).toBe(pause);
  });

  test('does not exist for an address that has not failed, whatever others did', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: NOW - 2 * DAY, max: NOW })), (others) => {
        expect(pauseOf([], others, NOW)).toBe(0);
      }),
    );
  });

  test('ends by itself within five minutes, whatever happened and wherever the clock was set', () => {
    const instant = fc.integer({ min: NOW - 2 * DAY, max: NOW + 2 * DAY });
    fc.assert(
      fc.property(fc.array(instant), fc.array(instant), (own, others) => {
        const pause = pauseOf(own, others, NOW);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThanOrEqual(5 * MINUTE);
      }),
    );
  });

  test('is gone a day later', () => {
    expect(pauseOf(justNow(32), justNow(32), NOW + DAY)).toBe(0);
  });
});
