import { isBehindPace, type ReminderRules } from '../../contract/reminder.ts';

const MINUTE_MS = 60_000;
/** A week, and a day more, since the rest of the first one counts too. */
const DAYS_AHEAD = 8;
/** How late a reminder may at most be and still be of use, ms. */
const LONGEST_USE_MS = 15 * MINUTE_MS;

type Window = Pick<ReminderRules, 'days' | 'from' | 'to' | 'timeZone'>;
type Plan = Window & Pick<ReminderRules, 'everyMinutes' | 'onlyBehindPace'>;
type Rules = Plan & Pick<ReminderRules, 'stopAtNorm' | 'pausedOn'>;

/** A moment for a reminder, and the window of its day; instants, ms since 1970. */
export interface Slot {
  at: number;
  opensAt: number;
  closesAt: number;
}

/** How far the day stands, ml. */
export interface Progress {
  drankMl: number;
  normMl: number;
}

/**
 * The first moment after `after` at which a reminder may come; null if there is none within a week. Moments lie whole
 * intervals of real time after the day's window opened, so that a clock change never brings two of them closer, and at
 * least an interval after the last one that was sent. At the opening itself nobody can be behind yet.
 */
export function nextSlot(rules: Plan, after: number, lastSentAt: number | null): Slot | null {
  const interval = rules.everyMinutes * MINUTE_MS;
  // One that lies further ahead than an interval was stamped by a clock that has been set back far since.
  const isKnown = lastSentAt !== null && lastSentAt <= after + interval;
  const earliest = Math.max(after + 1, isKnown ? lastSentAt + interval : 0);
  const firstDay = inZone(after, rules.timeZone).toPlainDate();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const window = windowOn(rules, firstDay.add({ days: ahead }));
    if (!window) continue;
    const first = rules.onlyBehindPace ? 1 : 0;
    const step = Math.max(first, Math.ceil((earliest - window.opensAt) / interval));
    const at = window.opensAt + step * interval;
    if (at <= window.closesAt) return { at, ...window };
  }
  return null;
}

/** What is to become of a reminder that is due at an instant: `due`, or why it is not sent. */
export function decide(
  rules: Rules,
  at: number,
  { drankMl, normMl }: Progress,
): 'due' | 'paused' | 'outside_window' | 'norm_met' | 'on_pace' {
  const day = inZone(at, rules.timeZone).toPlainDate();
  if (day.toString() === rules.pausedOn) return 'paused';
  const window = windowOn(rules, day);
  if (!window || at < window.opensAt || at > window.closesAt) return 'outside_window';
  if (rules.stopAtNorm && drankMl >= normMl) return 'norm_met';
  const gone = (at - window.opensAt) / (window.closesAt - window.opensAt);
  if (rules.onlyBehindPace && !isBehindPace(drankMl / normMl, gone)) return 'on_pace';
  return 'due';
}

/** How long after its time a reminder is still of use, ms: never until the next one. */
export function usefulness({ everyMinutes }: Pick<ReminderRules, 'everyMinutes'>): number {
  return Math.min((everyMinutes * MINUTE_MS) / 2, LONGEST_USE_MS);
}

function windowOn({ days, from, to, timeZone }: Window, day: Temporal.PlainDate): Omit<Slot, 'at'> | null {
  if (!days.includes(day.dayOfWeek)) return null;
  const opensAt = instantOf(day, from, timeZone);
  const closesAt = instantOf(day, to, timeZone);
  // A clock change can swallow a window, or push it into the next day.
  const isWhole = closesAt > opensAt && inZone(opensAt, timeZone).toPlainDate().equals(day);
  return isWhole ? { opensAt, closesAt } : null;
}

/** When a clock in the zone shows that time; where it is skipped or comes twice, as calendars do (RFC 5545). */
function instantOf(day: Temporal.PlainDate, clock: string, timeZone: string): number {
  return day.toPlainDateTime(clock).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds;
}

/** An instant on the clock of a zone. */
export function inZone(at: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
}
