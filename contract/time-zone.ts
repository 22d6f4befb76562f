/** The header in which a call may carry the IANA name of the person's time zone. */
export const TIME_ZONE_HEADER = 'Time-Zone';

/** Names that were found to be known: to ask takes long. There are a few hundred, and as many ways to write each. */
const known = new Set<string>();
const MOST_KNOWN = 2000;

/** Whether a text is an IANA time zone name that this program knows. Offsets such as `+02:00` are no names. */
export function isTimeZone(text: string): boolean {
  if (known.has(text)) return true;
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    if (known.size < MOST_KNOWN) known.add(text);
    return true;
  } catch {
    return false;
  }
}
