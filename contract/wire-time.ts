import * as z from 'zod/mini';
import { addMinutes, isAccepted, isRealWallClock, type WallClock } from './calendar.ts';
import { message } from './field-messages.ts';

/**
 * The one place that knows how a wall-clock time travels: shifted two hours ahead, by plain calendar arithmetic.
 * Whatever leaves passes `toWire`, whatever arrives passes `fromWire` or the schema below.
 */
const SHIFT_MINUTES = 120;

/** `YYYY-MM-DDTHH:mm`, two hours ahead of the person's wall clock. */
export type WireTime = string & { readonly shifted: unique symbol };

export function toWire(wallClock: WallClock): WireTime {
  return addMinutes(wallClock, SHIFT_MINUTES) as WireTime;
}

export function fromWire(wire: WireTime): WallClock {
  return addMinutes(wire, -SHIFT_MINUTES);
}

const isWireTime = (value: unknown) => typeof value === 'string' && isRealWallClock(value);

/** A time on the wire, read as the wall clock that it stands for. */
export const WireTimeInput = z.pipe(
  z.custom<WireTime>(isWireTime, message('timeInvalid')),
  z.pipe(z.transform(fromWire), z.string()).check(z.refine(isAccepted, message('timeOutOfRange'))),
);

/** A time on the wire, as a reply carries it. */
export const WireTimeReply = z.custom<WireTime>(isWireTime);
