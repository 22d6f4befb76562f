import type { ReminderRules } from '../../contract/reminder.ts';
import type { Database } from '../database/open.ts';
import type { ReminderRulesRow } from '../database/tables.ts';

/** The rules of an account, when its next reminder is due and when the last one was sent. */
export interface Planned {
  rules: ReminderRules;
  nextAt: number | null;
  lastSentAt: number | null;
}

/** An account and when its next reminder is planned. */
export interface DueAccount {
  account: string;
  nextAt: number;
}

/** Undefined for an account that never touched its rules. */
export async function readPlanned(database: Database, account: string): Promise<Planned | undefined> {
  const row = await database
    .selectFrom('reminder_rules')
    .where('account_id', '=', account)
    .selectAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Sets the rules and when the next reminder is due (null: never). */
export async function keepRules(
  database: Database,
  account: string,
  rules: ReminderRules,
  nextAt: number | null,
): Promise<void> {
  const row = { ...toRow(rules), next_at: nextAt, planned_at: Date.now() };
  await database
    .insertInto('reminder_rules')
    .values({ account_id: account, last_sent_at: null, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

/** Accounts whose next reminder is due, whoever they are: the scheduler serves all. The longest due first. */
export async function dueAccounts(database: Database, now: number, count: number): Promise<DueAccount[]> {
  const rows = await database
    .selectFrom('reminder_rules')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(count)
    .select(['account_id as account', 'next_at as nextAt'])
    .execute();
  return rows as DueAccount[];
}

/** Accounts whose next reminder was planned later than an instant: by a clock that has been set back since. */
export async function mistimedAccounts(
  database: Database,
  later: number,
  count: number,
): Promise<DueAccount[]> {
  const rows = await database
    .selectFrom('reminder_rules')
    .where('planned_at', '>', later)
    .where('next_at', 'is not', null)
    .limit(count)
    .select(['account_id as account', 'next_at as nextAt'])
    .execute();
  return rows as DueAccount[];
}

/**
 * Takes a due reminder by planning the next one. False if another server took it, or the rules changed meanwhile: of
 * all that try, one succeeds. Belongs in the transaction that writes what becomes of it.
 */
export async function takeDue(
  database: Database,
  account: string,
  dueAt: number,
  next: { nextAt: number | null; lastSentAt: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('reminder_rules')
    .set({ next_at: next.nextAt, planned_at: Date.now(), last_sent_at: next.lastSentAt })
    .where('account_id', '=', account)
    .where('next_at', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function fromRow(row: ReminderRulesRow): Planned {
  return {
    rules: {
      isOn: row.is_on === 1,
      days: [...row.days].map(Number),
      from: row.from_time,
      to: row.to_time,
      everyMinutes: row.every_minutes,
      onlyBehindPace: row.only_behind_pace === 1,
      stopAtNorm: row.stop_at_norm === 1,
      pausedOn: row.paused_on,
      timeZone: row.time_zone,
      refusedTimeZone: row.refused_time_zone,
    },
    nextAt: row.next_at,
    lastSentAt: row.last_sent_at,
  };
}

function toRow(
  rules: ReminderRules,
): Omit<ReminderRulesRow, 'account_id' | 'next_at' | 'planned_at' | 'last_sent_at'> {
  return {
    is_on: Number(rules.isOn),
    days: rules.days.join(''),
    from_time: rules.from,
    to_time: rules.to,
    every_minutes: rules.everyMinutes,
    only_behind_pace: Number(rules.onlyBehindPace),
    stop_at_norm: Number(rules.stopAtNorm),
    paused_on: rules.pausedOn,
    time_zone: rules.timeZone,
    refused_time_zone: rules.refusedTimeZone,
  };
}
