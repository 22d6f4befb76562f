import * as z from 'zod/mini';
import { GenderInput } from './account.schema.ts';
import { message } from './field-messages.ts';
import { holds } from './holds.ts';
import { type Quantity, quantityFault } from './norm.ts';

function quantity(name: Quantity) {
  return z.number(message(`${name}Invalid`)).check(holds((value) => quantityFault(name, value)));
}

export const DailyNorma = quantity('dailyNorma');
export const WillDrink = quantity('willDrink');
export const Weight = quantity('weight');
export const ActivityTime = quantity('activityTime');

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
