import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Gender } from './account.ts';
import { ActivityTime, DailyNorma, Weight, WillDrink } from './norm.schema.ts';
import { recommendedNorm, toLitres, toMillilitres } from './norm.ts';

test.each<[Gender, number, number, number | null]>([
  ['woman', 60, 0, 1.8],
  ['man', 60, 0, 2.4],
  ['woman', 60, 1, 2.2],
  ['man', 80, 1.5, 4.1],
  // Halves of a tenth go up, whatever their binary form.
  ['woman', 55, 0, 1.7],
  ['woman', 65, 0, 2],
  ['woman', 85, 0, 2.6],
  ['man', 61.2, 0, 2.4],
  ['man', 61.3, 0, 2.5],
  ['woman', 61.6, 0, 1.8],
  ['woman', 61.7, 0, 1.9],
  ['man', 0.1, 0, 0],
  ['woman', 500, 24, 24.6],
  ['man', 500, 24, 34.4],
  ['woman', 0, 5, null],
  ['man', 0, 0, null],
])('a %s of %d kg with %d h of activity should drink %j L', (gender, weight, activityTime, litres) => {
  expect(recommendedNorm(gender, weight, activityTime)).toBe(litres);
});

/** The formula in exact rational arithmetic, in ten-thousandths of a litre. */
function exactTenths(gender: Gender, tenthsOfKilogram: number, hundredthsOfHour: number): bigint {
  const [perKilogram, perHour] = gender === 'woman' ? [3n, 4n] : [4n, 6n];
  const tenThousandths =
    BigInt(tenthsOfKilogram) * perKilogram * 10n + BigInt(hundredthsOfHour) * perHour * 10n;
  return (tenThousandths + 500n) / 1000n;
}

test('the formula is exact and rounds half up to a tenth', () => {
  const gender = fc.constantFrom<Gender>('woman', 'man');
  const weight = fc.integer({ min: 1, max: 5000 });
  const activity = fc.integer({ min: 0, max: 2400 });
  fc.assert(
    fc.property(gender, weight, activity, (who, tenths, hundredths) => {
      const expected = Number(exactTenths(who, tenths, hundredths)) / 10;
      expect(recommendedNorm(who, tenths / 10, hundredths / 100)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('litres come back from millilitres as they were', () => {
  for (let hundredths = 0; hundredths <= 1500; hundredths++) {
    const litres = Number(`${hundredths}e-2`);
    expect(toMillilitres(litres)).toBe(hundredths * 10);
    expect(toLitres(toMillilitres(litres))).toBe(litres);
  }
});

const quantities = [
  { name: 'dailyNorma', schema: DailyNorma, min: 0.1, max: 15, decimals: 2 },
  { name: 'willDrink', schema: WillDrink, min: 0, max: 15, decimals: 2 },
  { name: 'weight', schema: Weight, min: 0, max: 500, decimals: 1 },
  { name: 'activityTime', schema: ActivityTime, min: 0, max: 24, decimals: 2 },
];

test.each(quantities)('$name takes every value of $decimals decimals within its limits', (quantity) => {
  const { schema, min, max, decimals } = quantity;
  const scale = 10 ** decimals;
  for (let units = Math.round(min * scale); units <= max * scale; units++) {
    const value = Number(`${units}e-${decimals}`);
    expect(z.safeParse(schema, value), String(value)).toMatchObject({ success: true, data: value });
  }
});

test.each(quantities)('$name refuses more than $decimals decimals', ({ schema, min, max, decimals }) => {
  const scale = 10 ** (decimals + 1);
  const finer = fc.integer({ min: Math.round(min * scale), max: max * scale }).filter((n) => n % 10 !== 0);
  fc.assert(
    fc.property(finer, (units) => {
      expect(z.safeParse(schema, Number(`${units}e-${decimals + 1}`)).success).toBe(false);
    }),
  );
  for (const value of [1e-9, 0.1 + 0.2, 1 / 3]) expect(z.safeParse(schema, value).success).toBe(false);
});
