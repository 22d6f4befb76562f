import type { Day, WallClock } from '../../contract/calendar.ts';
import { clockOf, dayOf } from '../../contract/calendar.ts';
import { newId } from '../database/new-id.ts';
import type { Database } from '../database/open.ts';
import { prepare } from '../database/prepare.ts';
import type { PortionRow } from '../database/tables.ts';
import { newestNorm, noNorm } from '../norm/norm.store.ts';

/** One drink. */
export interface Portion {
  id: string;
  volumeMl: number;
  drunkAt: WallClock;
}

export type PortionFacts = Omit<Portion, 'id'>;

const insert = prepare((database, row: PortionRow) =>
  database.insertInto('portion').values({
    account_id: row.account_id,
    day: row.day,
    id: row.id,
    time: row.time,
    volume_ml: row.volume_ml,
  }),
);

/** Adds a portion to the day on which it was drunk. */
export async function addPortion(
  database: Database,
  account: string,
  { volumeMl, drunkAt }: PortionFacts,
  id: string = newId(),
): Promise<Portion> {
  await insert(database, {
    account_id: account,
    day: dayOf(drunkAt),
    id,
    time: clockOf(drunkAt),
    volume_ml: volumeMl,
  });
  return { id, volumeMl, drunkAt };
}

/** Changes a portion of a day, moving it where it was drunk on another one. False if the day has no such portion. */
export async function editPortion(
  database: Database,
  account: string,
  day: Day,
  { id, volumeMl, drunkAt }: Portion,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portion')
    .set({ day: dayOf(drunkAt), time: clockOf(drunkAt), volume_ml: volumeMl })
    .where('account_id', '=', account)
    .where('day', '=', day)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a portion of a day. False if the day has no such portion. */
export async function deletePortion(
  database: Database,
  account: string,
  day: Day,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portion')
    .where('account_id', '=', account)
    .where('day', '=', day)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const selectDay = prepare((database, { account, day }: { account: string; day: Day }) =>
  database
    .selectFrom(newestNorm(database, { account, last: day }).as('in_force'))
    .leftJoin('portion', (join) => join.on('portion.account_id', '=', account).on('portion.day', '=', day))
    .orderBy('time')
    .orderBy('id')
    .select(['norm_ml', 'id', 'time', 'volume_ml']),
);

/**
 * A day's portions by time, those of the same minute in the order in which they were added, and the norm in force on
 * it, ml: in one query, for it is what is asked for most.
 * @throws AccountErased if there is no norm.
 */
export async function readDay(
  database: Database,
  account: string,
  day: Day,
): Promise<{ portions: Portion[]; normMl: number }> {
  const { rows } = await selectDay(database, { account, day });
  const [first] = rows;
  if (!first) throw noNorm();
  const portions: Portion[] = [];
  for (const { id, time, volume_ml } of rows) {
    // A day without portions comes as one row with the norm alone.
    if (id !== null) portions.push({ id, volumeMl: volume_ml ?? 0, drunkAt: `${day}T${time}` });
  }
  return { portions, normMl: first.norm_ml };
}

/** The volumes that the account drank most often since a day, ml, the most usual first; of two as usual, the smaller. */
export async function usualVolumes(
  database: Database,
  account: string,
  since: Day,
  count: number,
): Promise<number[]> {
  const rows = await database
    .selectFrom('portion')
    .where('account_id', '=', account)
    .where('day', '>=', since)
    .groupBy('volume_ml')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('volume_ml')
    .limit(count)
    .select('volume_ml')
    .execute();
  return rows.map(({ volume_ml }) => volume_ml);
}

/** What was drunk on a day, ml, in how many servings. */
export interface DayTotal {
  day: Day;
  drankMl: number;
  servings: number;
}

const selectTotals = prepare(
  (database, { account, first, last }: { account: string; first: Day; last: Day }) =>
    database
      .selectFrom('portion')
      .where('account_id', '=', account)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .groupBy('day')
      .select(({ fn }) => [
        'day',
        fn.sum<number>('volume_ml').as('drankMl'),
        fn.countAll<number>().as('servings'),
      ]),
);

/** The totals of the days between two (both included) on which anything was drunk. */
export async function dayTotals(
  database: Database,
  account: string,
  first: Day,
  last: Day,
): Promise<DayTotal[]> {
  const { rows } = await selectTotals(database, { account, first, last });
  return rows.map(({ day, drankMl, servings }) => ({
    day,
    drankMl: Number(drankMl),
    servings: Number(servings),
  }));
}
