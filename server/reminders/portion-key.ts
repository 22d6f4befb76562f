import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a reminder's button works, ms: as long as a device may have been without a connection. */
const WORKS_MS = 48 * 3_600_000;

/** What a reminder's button holds: it adds one portion to the account, once. Derived, so that nothing is stored. */
export function portionKey(secret: string, account: string, reminder: string): string {
  return `${account}.${reminder}.${seal(secret, account, reminder).toString('base64url')}`;
}

/** The account and the reminder that a key is of; undefined if it is none of ours, or too old. */
export function readPortionKey(
  secret: string,
  key: string,
): { account: string; reminder: string } | undefined {
  const [account = '', reminder = '', given = '', ...more] = key.split('.');
  const seen = Buffer.from(given, 'base64url');
  const expected = seal(secret, account, reminder);
  const isOurs = more.length === 0 && seen.length === expected.length && timingSafeEqual(seen, expected);
  return isOurs && Date.now() - madeAt(reminder) <= WORKS_MS ? { account, reminder } : undefined;
}

function seal(secret: string, account: string, reminder: string): Buffer {
  return createHmac('sha256', secret).update(`portion:${account}:${reminder}`).digest();
}

/** When an id was made, ms since 1970: a UUID of version 7 tells (RFC 9562, section 5.7). */
function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
