import type { Database } from '../database/open.ts';
import { prepare } from '../database/prepare.ts';
import { accountRanges } from './account.store.ts';
import { accountOf, hashToken, newToken } from './token.ts';

const DAY_MS = 86_400_000;

/** Starts a session and returns its token, the only copy there is. */
export async function startSession(database: Database, account: string, days: number): Promise<string> {
  const token = newToken(account);
  const now = Date.now();
  await database
    .insertInto('session')
    .values({
      account_id: account,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: now + days * DAY_MS,
    })
    .execute();
  return token;
}

const selectLiving = prepare(
  (database, { account, tokenHash, now }: { account: string; tokenHash: Uint8Array; now: number }) =>
    database
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .where('session.account_id', '=', account)
      .where('session.token_hash', '=', tokenHash)
      .where('session.expires_at', '>', now)
      .select(['account.id as account', 'account.time_zone as timeZone']),
);

/** The living session of a token, with the time zone that its account's calendar runs in. */
export async function findSession(
  database: Database,
  token: string,
): Promise<{ account: string; timeZone: string } | undefined> {
  const { rows } = await selectLiving(database, {
    account: accountOf(token),
    tokenHash: hashToken(token),
    now: Date.now(),
  });
  return rows[0];
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
      .where('expires_at', '<=', now)
      .execute();
  }
}
