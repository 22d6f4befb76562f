import type { Day } from '../../contract/calendar.ts';

/** The calendar day in a time zone at this moment. */
export function todayIn(timeZone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(Date.now())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}
