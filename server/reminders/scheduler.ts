import type { FastifyBaseLogger } from 'fastify';
import type { Day } from '../../contract/calendar.ts';
import type { ReminderOutcome, ReminderRules } from '../../contract/reminder.ts';
import { holdAccount } from '../account/account.store.ts';
import { newId } from '../database/new-id.ts';
import type { Database } from '../database/open.ts';
import { normInForce } from '../norm/norm.store.ts';
import { dayTotals } from '../water/water.store.ts';
import { channelsOf } from './channels.ts';
import { type DeliverySettings, deliver } from './delivery.ts';
import { type DueDelivery, dueDeliveries, writeEntry } from './ledger.store.ts';
import { decide, inZone, nextSlot, type Progress, usefulness } from './plan.ts';
import { dueAccounts, mistimedAccounts, readPlanned, takeDue } from './reminder.store.ts';

const BATCH = 100;
/** How far the clocks of two servers may be apart, ms; one that is further ahead has been set back. */
const CLOCK_SLACK_MS = 60_000;
/** So many calls to push services and other addresses are under way at once. */
const CALLS_AT_ONCE = 20;

export interface SchedulerSettings extends DeliverySettings {
  /** How often it is looked what is due, ms. */
  tickMs: number;
}

/**
 * Looks what is due and sends it, for all accounts, until it is stopped. Any number of servers may do so on one
 * database: what is due is taken by one of them. Returns the function that ends it, once what is under way is done.
 */
export function startScheduler(
  database: Database,
  settings: SchedulerSettings,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let isStopped = false;
  let wake = () => {};
  const run = async () => {
    while (!isStopped) {
      try {
        await planAllDue(database, log, () => isStopped);
        await sendAllDue(database, settings, () => isStopped);
      } catch (error) {
        log.error({ err: error }, 'reminders could not be looked after; it is tried again soon');
      }
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, settings.tickMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const ended = run();
  return () => {
    isStopped = true;
    wake();
    return ended;
  };
}

async function planAllDue(
  database: Database,
  log: FastifyBaseLogger,
  isStopped: () => boolean,
): Promise<void> {
  for (;;) {
    const now = Date.now();
    const due = await dueAccounts(database, now, BATCH);
    const mistimed = await mistimedAccounts(database, now + CLOCK_SLACK_MS, BATCH);
    let settled = 0;
    for (const { account, nextAt } of [...due, ...mistimed]) {
      if (isStopped()) return;
      try {
        await settleDue(database, account, nextAt);
        settled += 1;
      } catch (error) {
        // The others do not wait for one whose turn fails.
        log.error({ err: error, account }, 'a reminder could not be planned; it is tried again soon');
      }
    }
    if (settled === 0 || Math.max(due.length, mistimed.length) < BATCH) return;
  }
}

/** Settles what becomes of a reminder that is due: it goes to the ledger with its deliveries, and the next is planned. */
async function settleDue(database: Database, account: string, dueAt: number): Promise<void> {
  const now = Date.now();
  await database.transaction().execute(async (transaction) => {
    // The rules, and what was drunk, do not change under its hands.
    await holdAccount(transaction, account);
    const planned = await readPlanned(transaction, account);
    if (planned?.nextAt !== dueAt) return;
    const { rules, lastSentAt } = planned;
    const planFrom = (from: number, sentAt: number | null) =>
      takeDue(transaction, account, dueAt, {
        nextAt: nextSlot(rules, from, sentAt)?.at ?? null,
        lastSentAt: sentAt,
      });
    // Nothing is due: it was planned by a clock that has been set back since.
    if (dueAt > now) return void (await planFrom(now, lastSentAt));

    const progress = await progressOn(transaction, account, dayIn(rules, dueAt));
    const channels = await channelsOf(transaction, account);
    const outcome = outcomeOf(rules, dueAt, now, progress, channels.length > 0);
    if (!(await planFrom(now, outcome === 'sent' ? dueAt : lastSentAt))) return;
    const entry = {
      id: newId(),
      at: dueAt,
      outcome,
      missing_ml: Math.max(0, progress.normMl - progress.drankMl),
      useful_until: dueAt + usefulness(rules),
    };
    await writeEntry(transaction, account, entry, outcome === 'sent' ? channels : [], now);
  });
}

function outcomeOf(
  rules: ReminderRules,
  dueAt: number,
  now: number,
  progress: Progress,
  hasChannel: boolean,
): ReminderOutcome {
  // After a standstill there is one such entry, not one for each that was missed.
  if (now - dueAt > usefulness(rules)) return 'late';
  const decision = decide(rules, dueAt, progress);
  if (decision !== 'due') return decision;
  return hasChannel ? 'sent' : 'no_device';
}

/** The calendar day that an instant falls on for the person. */
export function dayIn({ timeZone }: Pick<ReminderRules, 'timeZone'>, at: number): Day {
  return inZone(at, timeZone).toPlainDate().toString();
}

/** What was drunk of the norm on a day. */
export async function progressOn(database: Database, account: string, day: Day): Promise<Progress> {
  const [total] = await dayTotals(database, account, day, day);
  return { drankMl: total?.drankMl ?? 0, normMl: await normInForce(database, account, day) };
}

async function sendAllDue(
  database: Database,
  settings: DeliverySettings,
  isStopped: () => boolean,
): Promise<void> {
  for (;;) {
    const due = await dueDeliveries(database, Date.now(), BATCH);
    await deliverAll(database, settings, due, isStopped);
    if (due.length < BATCH || isStopped()) return;
  }
}

/** Tries deliveries, so many of them at once. */
async function deliverAll(
  database: Database,
  settings: DeliverySettings,
  due: readonly DueDelivery[],
  isStopped: () => boolean,
): Promise<void> {
  const waiting = due.values();
  const work = async () => {
    for (const delivery of waiting) {
      if (isStopped()) return;
      await deliver(database, settings, delivery);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, work));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
