import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * A new bearer token: the account's id, a dot, and 256 random bits. The id is no secret; it tells which account's rows
 * hold the session, so that a look-up never has to search across accounts.
 */
export function newToken(account: string): string {
  return `${account}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The account that a token claims to be of. */
export function accountOf(token: string): string {
  return token.slice(0, token.indexOf('.'));
}

/** What is stored of a token: its SHA-256. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
