import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { Delivery, ReminderLogReply } from '../../contract/reminder.schema.ts';
import { FIRST_RULES, type ReminderRules } from '../../contract/reminder.ts';
import { holdAccount } from '../account/account.store.ts';
import { newId } from '../database/new-id.ts';
import type { Database } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { channelsOf } from './channels.ts';
import { type DeliverySettings, deliver } from './delivery.ts';
import { type DeliveryEntry, latestEntries, writeEntry } from './ledger.store.ts';
import { nextSlot, type Slot } from './plan.ts';
import { keepRules, readPlanned } from './reminder.store.ts';
import { dayIn, progressOn } from './scheduler.ts';

/** So many entries of the ledger are shown. */
const SHOWN_ENTRIES = 50;
/** How long a reminder that was asked for as a test is of use, and the pause until the next may be asked for, ms. */
const TEST_USE_MS = 60_000;
const TEST_PAUSE_MS = 10_000;
/** A chosen day is at most so many moments away, however many are paused. */
const MOST_PAUSED = 60;

/** The rules of reminders, what became of them, and a test of where they go. */
export function reminderRoutes(app: FastifyInstance, database: Database, settings: DeliverySettings): void {
  serve(app, calls.getReminders, async ({ caller }) => {
    const planned = await readPlanned(database, caller.account);
    return planned?.rules ?? { ...FIRST_RULES, timeZone: caller.timeZone };
  });

  serve(app, calls.changeReminders, async ({ body: rules, caller }) => {
    await database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, caller.account);
      const earlier = await readPlanned(transaction, caller.account);
      const next = rules.isOn ? nextSlot(rules, Date.now(), earlier?.lastSentAt ?? null) : null;
      await keepRules(transaction, caller.account, rules, next?.at ?? null);
    });
    return rules;
  });

  serve(app, calls.getReminderLog, async ({ caller }): Promise<ReminderLogReply> => {
    const planned = await readPlanned(database, caller.account);
    const next = planned?.rules.isOn ? nextUnpaused(planned.rules, planned.lastSentAt) : null;
    const entries = await latestEntries(database, caller.account, SHOWN_ENTRIES);
    return {
      next: next && { at: iso(next.at), windowFrom: iso(next.opensAt), windowTo: iso(next.closesAt) },
      items: entries.map(({ id, at, outcome, missing_ml, deliveries }) => ({
        id,
        at: iso(at),
        outcome,
        missing: missing_ml,
        deliveries: deliveries.map(presentDelivery),
      })),
    };
  });

  serve(app, calls.testReminders, async ({ caller: { account, timeZone } }) => {
    const now = Date.now();
    const { drankMl, normMl } = await progressOn(database, account, dayIn({ timeZone }, now));
    const entry = {
      id: newId(),
      at: now,
      outcome: 'test',
      missing_ml: Math.max(0, normMl - drankMl),
      useful_until: now + TEST_USE_MS,
    } as const;
    const channels = await channelsOf(database, account);
    await database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, account);
      const [latest] = await latestEntries(transaction, account, 1);
      // Either way, should the clock have been set back meanwhile.
      const isTooSoon = latest?.outcome === 'test' && Math.abs(now - latest.at) < TEST_PAUSE_MS;
      if (isTooSoon) throw tooSoon(latest.at, now);
      await writeEntry(transaction, account, entry, channels, now);
    });
    await Promise.all(
      channels.map(({ channel_id, kind }) =>
        deliver(database, settings, {
          account_id: account,
          reminder_id: entry.id,
          channel_id,
          kind,
          attempts: 0,
          next_try_at: now,
        }),
      ),
    );
    const [tested] = await latestEntries(database, account, 1);
    return { deliveries: (tested?.deliveries ?? []).map(presentDelivery) };
  });
}

/** The next moment that is not on the paused day. */
function nextUnpaused(rules: ReminderRules, lastSentAt: number | null): Slot | null {
  let slot = nextSlot(rules, Date.now(), lastSentAt);
  for (let tries = 0; slot && dayIn(rules, slot.at) === rules.pausedOn && tries < MOST_PAUSED; tries += 1) {
    slot = nextSlot(rules, slot.at, lastSentAt);
  }
  return slot;
}

const iso = (at: number) => new Date(at).toISOString();

function presentDelivery({ name, kind, state, status, fault, at }: DeliveryEntry): Delivery {
  return { name, kind, state, status, fault, at: at === null ? null : iso(at) };
}

function tooSoon(last: number, now: number): Problem {
  const seconds = Math.ceil((last + TEST_PAUSE_MS - now) / 1000);
  return new Problem('too_many_requests', 'A test was sent a moment ago: try again in some seconds.', {
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });
}
