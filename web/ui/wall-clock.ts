import type { WallClock } from '../../contract/calendar.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** What the clock on the person's wall shows now. */
export function wallClockNow(now = new Date()): WallClock {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`;
}
