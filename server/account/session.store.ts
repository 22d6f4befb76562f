import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { prepare } from '../database/prepare.ts';
import { accountRanges } from './account.store.ts';
import { accountOf, hashToken, newToken } from './token.ts';

const DAY_MS = 86_400_000;

/** A session that is not used for so long is over. */
const IDLE_MS = 14 * DAY_MS;

/** When a session was used last is written down no more often than this. */
const USE_NOTED_EVERY_MS = 3_600_000;

/** Starts a session and returns its token, the only copy there is. */
export async function startSession(
  database: Database,
  account: string,
  { days, device }: { days: number; device: string },
): Promise<string> {
  const token = newToken(account);
  const now = Date.now();
  await database
    .insertInto('session')
    .values({
      account_id: account,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: now + days * DAY_MS,
      id: randomUUID(),
      device,
      last_used_at: now,
    })
    .execute();
  return token;
}

/** A session that is not over, with the time zone that its account's calendar runs in. */
export interface LivingSession {
  account: string;
  timeZone: string;
  lastUsedAt: number;
}

interface Sought {
  account: string;
  tokenHash: Uint8Array;
  now: number;
  idleSince: number;
}

const selectLiving = prepare((database, { account, tokenHash, now, idleSince }: Sought) =>
  database
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.account_id', '=', account)
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('session.last_used_at', '>', idleSince)
    .select(['account.id as account', 'account.time_zone as timeZone', 'session.last_used_at as lastUsedAt']),
);

/** The living session of a token. */
export async function findSession(database: Database, token: string): Promise<LivingSession | undefined> {
  const now = Date.now();
  const { rows } = await selectLiving(database, {
    account: accountOf(token),
    tokenHash: hashToken(token),
    now,
    idleSince: now - IDLE_MS,
  });
  return rows[0];
}

/** Whether it is time to write down that a session is used. */
export const isUseDue = (lastUsedAt: number): boolean => Date.now() - lastUsedAt >= USE_NOTED_EVERY_MS;

/** Writes down that a session is used now. */
export async function noteUse(database: Database, account: string, token: string): Promise<void> {
  const now = Date.now();
  await database
    .updateTable('session')
    .set({ last_used_at: now })
    .where('account_id', '=', account)
    .where('token_hash', '=', hashToken(token))
    // Of many calls at once only the first has something to write.
    .where('last_used_at', '<=', now - USE_NOTED_EVERY_MS)
    .execute();
}

/** A session as its owner sees it. */
export interface SessionFacts {
  id: string;
  device: string;
  createdAt: number;
  lastUsedAt: number;
  /** Whether it is the one of the token that was given. */
  isThis: boolean;
}

/** The account's living sessions, the one used last first. */
export async function sessionsOf(
  database: Database,
  account: string,
  token: string,
): Promise<SessionFacts[]> {
  const now = Date.now();
  const rows = await database
    .selectFrom('session')
    .where('account_id', '=', account)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - IDLE_MS)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .select(['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'token_hash'])
    .execute();
  const own = hashToken(token);
  return rows.map(({ token_hash, ...facts }) => ({ ...facts, isThis: own.equals(token_hash) }));
}

/** Ends one session of the account; false if it has no such session. */
export async function endSessionOfId(database: Database, account: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endSession(database: Database, account: string, token: string): Promise<void> {
  await database
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/** Ends every session of the account but the one of this token. */
export async function endOtherSessions(database: Database, account: string, token: string): Promise<void> {
  await database
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('token_hash', '!=', hashToken(token))
    .execute();
}

/** Remembers the zone that the account's calendar runs in from now on. */
export async function keepTimeZone(database: Database, account: string, timeZone: string): Promise<void> {
  await database.updateTable('account').set({ time_zone: timeZone }).where('id', '=', account).execute();
}

/** Sweeps out the sessions of all accounts that are over anyway. */
export async function forgetExpiredSessions(database: Database): Promise<void> {
  const now = Date.now();
  for await (const { after, upTo } of accountRanges(database)) {
    await database
      .deleteFrom('session')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .where((eb) => eb('expires_at', '<=', now).or('last_used_at', '<=', now - IDLE_MS))
      .execute();
  }
}
