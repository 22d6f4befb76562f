import * as z from 'zod/mini';
import { type Gender, GenderInput } from './account.ts';
import { type FieldMessage, message } from './field-messages.ts';

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

function quantity(name: keyof typeof NORM_LIMITS, fault: FieldMessage) {
  const { min, max, decimals } = NORM_LIMITS[name];
  return z
    .number(fault)
    .check(z.refine((value) => value >= min && value <= max && hasDecimals(value, decimals), message(fault)));
}

export const DailyNorma = quantity('dailyNorma', 'dailyNormaInvalid');
export const WillDrink = quantity('willDrink', 'willDrinkInvalid');
export const Weight = quantity('weight', 'weightInvalid');
export const ActivityTime = quantity('activityTime', 'activityTimeInvalid');

/** Changes to the norm and to what it was calculated from: what is absent stays. */
export const NormChange = z.object(
  {
    dailyNorma: z.optional(DailyNorma),
    gender: z.optional(GenderInput),
    weight: z.optional(Weight),
    activityTime: z.optional(ActivityTime),
    willDrink: z.optional(WillDrink),
  },
  message('bodyNotObject'),
);
export type NormChange = z.output<typeof NormChange>;

const WireGender = z.enum(['woman', 'man']);

export const NormReply = z.object({
  dailyNorma: z.number(),
  gender: WireGender,
  weight: z.number(),
  activityTime: z.number(),
  willDrink: z.number(),
});
export type NormReply = z.output<typeof NormReply>;

export const NormChangeReply = z.object({
  updatedDailyNorma: z.number(),
  updatedGender: WireGender,
  updatedWeight: z.number(),
  updatedActivityTime: z.number(),
  updatedWillDrink: z.number(),
});
export type NormChangeReply = z.output<typeof NormChangeReply>;

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
