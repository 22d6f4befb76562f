import { randomUUIDv7 } from 'node:crypto';
import type { User } from '../../contract/account.schema.ts';
import { avatarPath, toUserGender } from '../../contract/account.ts';
import type { Day } from '../../contract/calendar.ts';
import { toLitres } from '../../contract/norm.ts';
import type { Database } from '../database/open.ts';
import type { AccountRow } from '../database/tables.ts';
import { normInForce } from '../norm/norm.store.ts';

export type NewAccount = Pick<AccountRow, 'email' | 'name' | 'gender' | 'password_hash' | 'time_zone'>;

/** Makes an account, still without a claim on its e-mail address, and returns its id. */
export async function createAccount(database: Database, account: NewAccount): Promise<string> {
  const id = randomUUIDv7();
  await database
    .insertInto('account')
    .values({
      id,
      ...account,
      avatar_id: null,
      weight_g: 0,
      activity_s: 0,
      will_drink_ml: 0,
      created_at: Date.now(),
    })
    .execute();
  return id;
}

/**
 * Makes an e-mail address the account's only one to sign in with. False, and nothing changed, if it is another's.
 * Belongs in a transaction.
 */
export async function claimEmail(database: Database, account: string, email: string): Promise<boolean> {
  const key = email.toLowerCase();
  await database
    .insertInto('sign_in_email')
    .values({ email: key, account_id: account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await accountOfEmail(database, email)) !== account) return false;
  await database
    .deleteFrom('sign_in_email')
    .where('account_id', '=', account)
    .where('email', '!=', key)
    .execute();
  return true;
}

async function accountOfEmail(database: Database, email: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('sign_in_email')
    .where('email', '=', email.toLowerCase())
    .select('account_id')
    .executeTakeFirst();
  return row?.account_id;
}

/** The account that signs in with this e-mail address, and the hash of its password. */
export async function findSignIn(
  database: Database,
  email: string,
): Promise<{ account: string; passwordHash: string; timeZone: string } | undefined> {
  const account = await accountOfEmail(database, email);
  if (account === undefined) return undefined;
  return database
    .selectFrom('account')
    .where('id', '=', account)
    .select(['id as account', 'password_hash as passwordHash', 'time_zone as timeZone'])
    .executeTakeFirst();
}

/**
 * Holds the account until the transaction ends, and tells the hash of its password; undefined if it was erased. Begins
 * every transaction that changes more than one row of an account: two of them happen one after the other, and the
 * second reads what the first has left.
 */
export async function holdAccount(transaction: Database, account: string): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('account')
    .where('id', '=', account)
    .select('password_hash')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.password_hash;
}

export async function passwordHashOf(database: Database, account: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('account')
    .where('id', '=', account)
    .select('password_hash')
    .executeTakeFirst();
  return row?.password_hash;
}

/** Sets what is given; what is undefined stays. */
export async function changeAccount(
  database: Database,
  account: string,
  change: Partial<Pick<AccountRow, 'email' | 'name' | 'gender' | 'password_hash'>>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await database.updateTable('account').set(change).where('id', '=', account).execute();
}

const ACCOUNTS_AT_ONCE = 1000;

/**
 * All accounts in ranges of a thousand, `after` one id and `upTo` another. What goes through all of them takes one
 * range after the other: no statement grows with the number of accounts, or holds up those of people.
 */
export async function* accountRanges(database: Database): AsyncGenerator<{ after: string; upTo: string }> {
  for (let after = ''; ; ) {
    const accounts = await database
      .selectFrom('account')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ACCOUNTS_AT_ONCE)
      .select('id')
      .execute();
    const upTo = accounts.at(-1)?.id;
    if (upTo === undefined) return;
    yield { after, upTo };
    after = upTo;
  }
}

/** Erases the account and, by the foreign keys, everything that it owns. */
export async function eraseAccount(database: Database, account: string): Promise<void> {
  await database.deleteFrom('account').where('id', '=', account).execute();
}

/** The account as its owner sees it on a day of theirs; undefined if it was erased meanwhile. */
export async function readUser(database: Database, account: string, today: Day): Promise<User | undefined> {
  const row = await database
    .selectFrom('account')
    .where('id', '=', account)
    .select(['id', 'name', 'email', 'gender', 'avatar_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    gender: toUserGender(row.gender),
    avatarURL: row.avatar_id && avatarPath(row.id, row.avatar_id),
    dailyNorma: toLitres(await normInForce(database, account, today)),
  };
}
