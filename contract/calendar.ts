/**
 * Days and wall-clock times as the product thinks of them: what the person's own calendar and clock show, without a
 * zone. Days are `YYYY-MM-DD`, months `YYYY-MM`, wall-clock times `YYYY-MM-DDTHH:mm`. All of them sort as text.
 */
export type Day = string;
export type Month = string;
export type WallClock = string;

/** Dates before and after these make no sense in a water diary and are refused. */
export const FIRST_DAY: Day = '2000-01-01';
export const LAST_DAY: Day = '2100-12-31';

/** How far ahead of the server's UTC clock a date may lie: no place on earth is further ahead than 14 h. */
const FUTURE_TOLERANCE_HOURS = 48;

const WALL_CLOCK_FORMAT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Every month has as many days. */
const SHORTEST_MONTH = 28;

/** The UTC instant that reads like this wall clock. Plain arithmetic is done on it; it never means a real instant. */
function asUtc(wallClock: WallClock): Date {
  return new Date(`${wallClock}:00Z`);
}

function fromUtc(date: Date): WallClock {
  return date.toISOString().slice(0, 16);
}

/** Whether the text has the form `YYYY-MM-DDTHH:mm` and names a date and a time that exist (no 30 February, no 24:00). */
export function isRealWallClock(text: string): boolean {
  if (!WALL_CLOCK_FORMAT.test(text)) return false;
  // A date that does not exist, such as 30 February, would come back as one of the next month.
  return Number(text.slice(8, 10)) <= SHORTEST_MONTH || fromUtc(asUtc(text)) === text;
}

/** Whether the text has the form `YYYY-MM-DD` and names a day that exists. */
export function isRealDay(text: string): boolean {
  return isRealWallClock(`${text}T00:00`);
}

const DAY_MINUTES = 24 * 60;

/** Moves a wall-clock time by whole minutes; calendar arithmetic, so no clock change ever interferes. */
export function addMinutes(wallClock: WallClock, minutes: number): WallClock {
  const minute = Number(wallClock.slice(11, 13)) * 60 + Number(wallClock.slice(14, 16)) + minutes;
  // Within the day, as most often, no date is needed, which takes ten times as long.
  if (minute >= 0 && minute < DAY_MINUTES) return `${dayOf(wallClock)}T${clockAt(minute)}`;
  return fromUtc(new Date(asUtc(wallClock).getTime() + minutes * 60_000));
}

/** Moves a day by whole days. */
export function addDays(day: Day, days: number): Day {
  return dayOf(addMinutes(`${day}T00:00`, days * DAY_MINUTES));
}

/** Moves a month by whole months. */
export function addMonths(month: Month, months: number): Month {
  const date = asUtc(`${month}-01T00:00`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return fromUtc(date).slice(0, 7);
}

export function dayOf(wallClock: WallClock): Day {
  return wallClock.slice(0, 10);
}

/** The time of day, `HH:mm`, so many minutes after midnight. */
function clockAt(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`);

/** The time of day, `HH:mm`. */
export function clockOf(wallClock: WallClock): string {
  return wallClock.slice(11, 16);
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** Every day of a month, in order. */
export function daysOfMonth(month: Month): Day[] {
  const last = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8));
  return Array.from({ length: last }, (_, index) => `${month}-${twoDigits(index + 1)}`);
}

/** Whether a wall-clock time that exists also lies in the years and before the future that the product accepts. */
export function isAccepted(wallClock: WallClock, now = Date.now()): boolean {
  const day = dayOf(wallClock);
  const isAhead = asUtc(wallClock).getTime() > now + FUTURE_TOLERANCE_HOURS * 3_600_000;
  return day >= FIRST_DAY && day <= LAST_DAY && !isAhead;
}
