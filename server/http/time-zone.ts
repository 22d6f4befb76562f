import type { Day } from '../../contract/calendar.ts';

/** Whether a text is an IANA time zone name that this server knows. Offsets such as `+02:00` are no names. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The calendar day in a time zone at this moment. */
export function todayIn(timeZone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(Date.now())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}
