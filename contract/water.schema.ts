import * as z from 'zod/mini';
import { isAccepted, isRealDay, isRealWallClock } from './calendar.ts';
import { message } from './field-messages.ts';
import { holds } from './holds.ts';
import { waterVolumeFault } from './water.ts';
import { WireTimeInput, WireTimeReply } from './wire-time.schema.ts';
import { fromWire, type WireTime } from './wire-time.ts';

export const WaterVolume = z.number(message('waterVolumeInvalid')).check(holds(waterVolumeFault));

export const PortionInput = z.object(
  { waterVolume: WaterVolume, time: WireTimeInput },
  message('bodyNotObject'),
);
export type PortionInput = z.output<typeof PortionInput>;

export const PortionReply = z.object({ id: z.string(), waterVolume: z.int(), time: WireTimeReply });
export type PortionReply = z.output<typeof PortionReply>;

const dayFigures = {
  date: z.string(),
  /** Litres. */
  dailyNorma: z.number(),
  /** Millilitres. */
  drankWater: z.int(),
  percent: z.int(),
  servings: z.int(),
};

/** A calendar day with its portions; its `_id` is its date. */
export const DayReply = z.object({ _id: z.string(), ...dayFigures, waterlist: z.array(PortionReply) });
export type DayReply = z.output<typeof DayReply>;

/** A day's figures in the statistics of a month. */
export const MonthDay = z.object(dayFigures);
export type MonthDay = z.output<typeof MonthDay>;

export const MonthReply = z.array(MonthDay);

/** The volumes that the account drinks most often of late, ml, the most usual first; none before the first portion. */
export const UsualVolumesReply = z.object({ volumes: z.array(z.int()) });

/** Which day to show: a wall-clock time of that day; none means today in the account's zone. */
export const DayQuery = z.object({ date: z.optional(WireTimeInput) });

/** Reads `YYYY-MM-DD`, `YYYY-MM` or a time on the wire; undefined if it is none of them. */
function wallClockOf(date: string): string | undefined {
  if (isRealWallClock(date)) return fromWire(date as WireTime);
  const day = date.length === 'YYYY-MM'.length ? `${date}-01` : date;
  return isRealDay(day) ? `${day}T00:00` : undefined;
}

/** Which month to show: any date in it; none means the current one in the account's zone. */
export const MonthQuery = z.object({
  date: z.optional(
    z.pipe(
      z.string(message('dateInvalid')).check(
        z.trim(),
        z.refine((date) => wallClockOf(date) !== undefined, message('dateInvalid')),
      ),
      z
        .pipe(
          z.transform((date: string) => wallClockOf(date) ?? date),
          z.string(),
        )
        .check(z.refine(isAccepted, message('timeOutOfRange'))),
    ),
  ),
});

export const DayParams = z.object({ _id: z.string() });
export const PortionQuery = z.object({
  portionID: z.string(message('portionIdRequired')).check(z.minLength(1, message('portionIdRequired'))),
});

/** A client may name a write, so that sending it again adds nothing (Idempotency-Key). */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/, message('idempotencyKeyInvalid'))),
  ),
});
