import { addMinutes, type WallClock } from './calendar.ts';

/**
 * The one place that knows how a wall-clock time travels: shifted two hours ahead, by plain calendar arithmetic.
 * Whatever leaves passes `toWire`, whatever arrives passes `fromWire`.
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
