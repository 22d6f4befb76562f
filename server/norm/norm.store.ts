import { sql } from 'kysely';
import { type Day, FIRST_DAY } from '../../contract/calendar.ts';
import { AccountErased } from '../database/faults.ts';
import type { Database } from '../database/open.ts';
import { prepare } from '../database/prepare.ts';
import type { AccountRow } from '../database/tables.ts';

/** Sets the norm that counts for every day until the account changes it, ml. */
export async function setFirstNorm(database: Database, account: string, normMl: number): Promise<void> {
  await database
    .insertInto('norm')
    .values({ account_id: account, from_day: FIRST_DAY, norm_ml: normMl })
    .execute();
}

type UpTo = { account: string; last: Day };

const newestFirst = (database: Database, { account, last }: UpTo) =>
  database
    .selectFrom('norm')
    .where('account_id', '=', account)
    .where('from_day', '<=', last)
    .orderBy('from_day', 'desc')
    .select(['from_day', 'norm_ml']);

/** The query for the norm in force on the last day, to be part of others. */
export const newestNorm = (database: Database, upTo: UpTo) =>
  // As a parameter, SQLite would plan the query anew each time that the limit is bound.
  newestFirst(database, upTo).limit(sql.lit(1));

const selectHistory = prepare(newestFirst);
const selectNewest = prepare(newestNorm);

/**
 * The norm in force on a day, ml.
 * @throws AccountErased if it has none: every account has one for every day.
 */
export async function normInForce(database: Database, account: string, day: Day): Promise<number> {
  const { rows } = await selectNewest(database, { account, last: day });
  const [inForce] = rows;
  if (!inForce) throw noNorm();
  return inForce.norm_ml;
}

/**
 * A function that tells the norm in force on each day up to `last`, ml, from one query.
 * @throws AccountErased, that function too, if there is none.
 */
export async function normHistory(
  database: Database,
  account: string,
  last: Day,
): Promise<(day: Day) => number> {
  const { rows } = await selectHistory(database, { account, last });
  return (day) => {
    const inForce = rows.find(({ from_day }) => from_day <= day);
    if (!inForce) throw noNorm();
    return inForce.norm_ml;
  };
}

/** Every account has a norm for every day. */
export const noNorm = () => new AccountErased('It has no norm.');

/**
 * Sets the norm for today and after, ml; days before keep theirs. A change made "tomorrow", before the person travelled
 * back over the date line, gives way to this one. Belongs in a transaction.
 */
export async function setNorm(
  database: Database,
  account: string,
  today: Day,
  normMl: number,
): Promise<void> {
  await database.deleteFrom('norm').where('account_id', '=', account).where('from_day', '>', today).execute();
  await database
    .insertInto('norm')
    .values({ account_id: account, from_day: today, norm_ml: normMl })
    .onConflict((conflict) => conflict.columns(['account_id', 'from_day']).doUpdateSet({ norm_ml: normMl }))
    .execute();
}

export type NormFacts = Pick<AccountRow, 'gender' | 'weight_g' | 'activity_s' | 'will_drink_ml'>;

/** What the norm was calculated from; undefined if the account was erased meanwhile. */
export async function readNormFacts(database: Database, account: string): Promise<NormFacts | undefined> {
  return database
    .selectFrom('account')
    .where('id', '=', account)
    .select(['gender', 'weight_g', 'activity_s', 'will_drink_ml'])
    .executeTakeFirst();
}

/** Sets what is given; what is undefined stays. */
export async function changeNormFacts(
  database: Database,
  account: string,
  change: Partial<NormFacts>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await database.updateTable('account').set(change).where('id', '=', account).execute();
}
