/** The header in which a call may carry the IANA name of the person's time zone. */
export const TIME_ZONE_HEADER = 'Time-Zone';

/** Whether a text is an IANA time zone name that this program knows. Offsets such as `+02:00` are no names. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
