import type { DeliveryFault, DeliveryState } from '../../contract/reminder.ts';
import { accountRanges } from '../account/account.store.ts';
import type { Database } from '../database/open.ts';
import type { ReminderDeliveryRow, ReminderRow } from '../database/tables.ts';

/** How long the ledger goes back, ms. */
const KEPT_MS = 30 * 86_400_000;

export type Entry = Omit<ReminderRow, 'account_id'>;
export type DeliveryEntry = Omit<ReminderDeliveryRow, 'account_id'>;

/** Where a reminder goes. */
export type Channel = Pick<ReminderDeliveryRow, 'channel_id' | 'kind' | 'name'>;

/** Writes what became of a reminder and, where it is sent, a delivery for each channel, due at once. */
export async function writeEntry(
  database: Database,
  account: string,
  entry: Entry,
  channels: readonly Channel[],
  now: number,
): Promise<void> {
  await database
    .insertInto('reminder')
    .values({ account_id: account, ...entry })
    .execute();
  if (channels.length === 0) return;
  await database
    .insertInto('reminder_delivery')
    .values(
      channels.map((channel) => ({
        account_id: account,
        reminder_id: entry.id,
        ...channel,
        state: 'waiting' as const,
        status: null,
        fault: null,
        attempts: 0,
        at: null,
        next_try_at: now,
      })),
    )
    .execute();
}

/** The latest entries, newest first, with their deliveries. */
export async function latestEntries(
  database: Database,
  account: string,
  count: number,
): Promise<(Entry & { deliveries: DeliveryEntry[] })[]> {
  const entries = await database
    .selectFrom('reminder')
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .limit(count)
    .select(['id', 'at', 'outcome', 'missing_ml', 'useful_until'])
    .execute();
  const oldest = entries.at(-1)?.id;
  const deliveries = oldest === undefined ? [] : await deliveriesSince(database, account, oldest);
  const byReminder = Map.groupBy(deliveries, ({ reminder_id }) => reminder_id);
  return entries.map((entry) => ({ ...entry, deliveries: byReminder.get(entry.id) ?? [] }));
}

export async function findEntry(database: Database, account: string, id: string): Promise<Entry | undefined> {
  return database
    .selectFrom('reminder')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .select(['id', 'at', 'outcome', 'missing_ml', 'useful_until'])
    .executeTakeFirst();
}

async function deliveriesSince(
  database: Database,
  account: string,
  reminder: string,
): Promise<DeliveryEntry[]> {
  return database
    .selectFrom('reminder_delivery')
    .where('account_id', '=', account)
    .where('reminder_id', '>=', reminder)
    .orderBy('reminder_id')
    .orderBy('channel_id')
    .select([
      'reminder_id',
      'channel_id',
      'kind',
      'name',
      'state',
      'status',
      'fault',
      'attempts',
      'at',
      'next_try_at',
    ])
    .execute();
}

/** A delivery that is to be tried. */
export type DueDelivery = Pick<
  ReminderDeliveryRow,
  'account_id' | 'reminder_id' | 'channel_id' | 'kind' | 'attempts' | 'next_try_at'
>;

/** Deliveries that are due, whoever they are for: the scheduler serves all. */
export async function dueDeliveries(database: Database, now: number, count: number): Promise<DueDelivery[]> {
  return database
    .selectFrom('reminder_delivery')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(count)
    .select(['account_id', 'reminder_id', 'channel_id', 'kind', 'attempts', 'next_try_at'])
    .execute();
}

/**
 * Takes a due delivery until an instant: if it is not settled by then, whoever took it is gone and another takes it.
 * False if another server was faster.
 */
export async function takeDelivery(database: Database, due: DueDelivery, until: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('reminder_delivery')
    .set({ next_try_at: until })
    .where('account_id', '=', due.account_id)
    .where('reminder_id', '=', due.reminder_id)
    .where('channel_id', '=', due.channel_id)
    .where('next_try_at', '=', due.next_try_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a try came to. */
export interface Result {
  state: DeliveryState;
  status: number | null;
  fault: DeliveryFault | null;
  /** When it is tried again; null once it is settled. */
  nextTryAt: number | null;
}

export async function settleDelivery(
  database: Database,
  due: DueDelivery,
  { state, status, fault, nextTryAt }: Result,
): Promise<void> {
  await database
    .updateTable('reminder_delivery')
    .set({ state, status, fault, next_try_at: nextTryAt, attempts: due.attempts + 1, at: Date.now() })
    .where('account_id', '=', due.account_id)
    .where('reminder_id', '=', due.reminder_id)
    .where('channel_id', '=', due.channel_id)
    // Whoever comes back after its time has run out does not overrule the one that took over.
    .where('attempts', '=', due.attempts)
    .execute();
}

/** Sweeps out what all accounts' ledgers hold from too long ago. */
export async function forgetOldEntries(database: Database): Promise<void> {
  const oldest = Date.now() - KEPT_MS;
  for await (const { after, upTo } of accountRanges(database)) {
    await database
      .deleteFrom('reminder')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .where('at', '<=', oldest)
      .execute();
  }
}
