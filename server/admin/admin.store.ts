import { accountRanges, changeAccount, holdAccount } from '../account/account.store.ts';
import type { Database } from '../database/open.ts';

/** An account as whoever runs the server sees it: nothing of what it drank, only how much there is. */
export interface AccountOverview {
  id: string;
  email: string;
  createdAt: number;
  /** When it last called or added a portion, as far as its sessions still tell. */
  lastUsedAt: number;
  portions: number;
}

/** Every account, the oldest first; read in ranges, so that it does not matter how many there are. */
export async function* accountOverviews(database: Database): AsyncGenerator<AccountOverview> {
  for await (const { after, upTo } of accountRanges(database)) {
    const accounts = await database
      .selectFrom('account')
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .orderBy('id')
      .select(['id', 'email', 'created_at'])
      .execute();
    const portions = await database
      .selectFrom('portion')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .groupBy('account_id')
      .select(({ fn }) => ['account_id', fn.countAll<number>().as('count'), fn.max('id').as('latest')])
      .execute();
    const sessions = await database
      .selectFrom('session')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .groupBy('account_id')
      .select(({ fn }) => ['account_id', fn.max('last_used_at').as('latest')])
      .execute();
    const portionsOf = new Map(portions.map((row) => [row.account_id, row]));
    const lastCall = new Map(sessions.map((row) => [row.account_id, row.latest]));
    for (const { id, email, created_at } of accounts) {
      const own = portionsOf.get(id);
      yield {
        id,
        email,
        createdAt: created_at,
        lastUsedAt: Math.max(created_at, lastCall.get(id) ?? 0, own ? momentOf(own.latest) : 0),
        portions: Number(own?.count ?? 0),
      };
    }
  }
}

/** When a UUID of version 7 was made: its first 48 bits are milliseconds since 1970 (RFC 9562, section 5.7). */
const momentOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** How many pictures there are, and how large they are together, bytes. */
export async function countPictures(database: Database): Promise<{ pictures: number; bytes: number }> {
  const total = { pictures: 0, bytes: 0 };
  for await (const { after, upTo } of accountRanges(database)) {
    const { count, bytes } = await database
      .selectFrom('avatar')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | null>(fn('octet_length', ['image'])).as('bytes'),
      ])
      .executeTakeFirstOrThrow();
    total.pictures += Number(count);
    total.bytes += Number(bytes ?? 0);
  }
  return total;
}

/** Sets a password that was forgotten, and ends every session of the account; returns how many there were. */
export async function resetPassword(
  database: Database,
  account: string,
  passwordHash: string,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, account);
    await changeAccount(transaction, account, { password_hash: passwordHash });
    return endSessions(transaction, account);
  });
}

/** Ends every session of an account, and returns how many there were. */
export async function endSessions(database: Database, account: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('account_id', '=', account)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends every session of everyone, and returns how many there were. */
export async function endEverySession(database: Database): Promise<number> {
  let ended = 0;
  for await (const { after, upTo } of accountRanges(database)) {
    const { numDeletedRows } = await database
      .deleteFrom('session')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .executeTakeFirst();
    ended += Number(numDeletedRows);
  }
  return ended;
}
