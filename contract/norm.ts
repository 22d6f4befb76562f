import type { Gender } from './account.ts';
import type { FormMessage } from './field-messages.ts';

/** Bounds of the norm and of what it is calculated from: litres, kilograms, hours a day. */
export const NORM_LIMITS = {
  dailyNorma: { min: 0.1, max: 15, decimals: 2 },
  willDrink: { min: 0, max: 15, decimals: 2 },
  weight: { min: 0, max: 500, decimals: 1 },
  activityTime: { min: 0, max: 24, decimals: 2 },
} as const;

/** The norm of a new account, litres. */
export const FIRST_NORM = 2;

const ML_PER_LITRE = 1000;

/** Litres as whole millilitres. Exact for up to three decimals. */
export const toMillilitres = (litres: number): number => Math.round(litres * ML_PER_LITRE);
export const toLitres = (millilitres: number): number => millilitres / ML_PER_LITRE;

/** Whether a number has no more than so many decimals (as written: 1.1 has one, whatever its binary form). */
function hasDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}

export type Quantity = keyof typeof NORM_LIMITS;

/** What is wrong with one of these quantities; undefined if nothing is. */
export function quantityFault(quantity: Quantity, value: number): FormMessage | undefined {
  const { min, max, decimals } = NORM_LIMITS[quantity];
  const isFit = value >= min && value <= max && hasDecimals(value, decimals);
  return isFit ? undefined : `${quantity}Invalid`;
}

/** Litres for each kilogram of weight and for each hour of activity. */
export const FORMULA = {
  woman: { perKilogram: 0.03, perHour: 0.4 },
  man: { perKilogram: 0.04, perHour: 0.6 },
} as const;

/**
 * The recommended norm V = M * perKilogram + T * perHour, in litres, rounded half up to 0.1.
 * Calculated in whole millilitres for tenths of a kilogram and hundredths of an hour, so that no rounding of binary
 * fractions decides. Null without a weight.
 */
export function recommendedNorm(gender: Gender, weight: number, activityTime: number): number | null {
  if (weight <= 0) return null;
  const { perKilogram, perHour } = FORMULA[gender];
  const millilitres =
    Math.round(weight * 10) * Math.round(perKilogram * 100) +
    Math.round(activityTime * 100) * Math.round(perHour * 10);
  return Math.floor((millilitres + 50) / 100) / 10;
}
