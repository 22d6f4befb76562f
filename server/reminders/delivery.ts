import { addDays, type Day } from '../../contract/calendar.ts';
import type { DeliveryFault } from '../../contract/reminder.ts';
import { USUAL_DAYS } from '../../contract/water.ts';
import type { Database } from '../database/open.ts';
import { type TriedDelivery, triedDeliveries } from '../metrics/observed.ts';
import { usualVolumes } from '../water/water.store.ts';
import { devicesOf, removeDevice, webhooksOf } from './channel.store.ts';
import {
  type DueDelivery,
  type Entry,
  findEntry,
  type Result,
  settleDelivery,
  takeDelivery,
} from './ledger.store.ts';
import { type Letterhead, pushRequest, webhookRequest } from './message.ts';
import { type Allowed, type OutboundAnswer, type OutboundRequest, post } from './outbound.ts';
import { isPushService } from './push-services.ts';

/** How long whoever took a delivery may work on it before another takes it, ms; more than a call can last. */
const LEASE_MS = 30_000;
/** The volumes on a reminder's buttons, ml, for who has drunk nothing yet. */
const FIRST_BUTTONS = [250, 500];

export interface DeliverySettings extends Letterhead {
  allowed: Allowed;
  /** The pause before the second try, ms; each further one is three times as long. */
  firstPauseMs: number;
}

/** Takes a delivery that is due, unless another server has, tries it once and writes down what it came to. */
export async function deliver(
  database: Database,
  settings: DeliverySettings,
  due: DueDelivery,
): Promise<void> {
  if (!(await takeDelivery(database, due, Date.now() + LEASE_MS))) return;
  const result = await attempt(database, settings, due);
  await settleDelivery(database, due, result);
  triedDeliveries.publish({ kind: due.kind, state: result.state } satisfies TriedDelivery);
}

async function attempt(database: Database, settings: DeliverySettings, due: DueDelivery): Promise<Result> {
  const entry = await findEntry(database, due.account_id, due.reminder_id);
  if (!entry) return settled('gone');
  if (Date.now() > entry.useful_until) return settled('failed', null, 'expired');
  const request = await requestFor(database, settings, due, entry);
  if (request === undefined) return settled('gone');
  if (request === 'not_allowed') return settled('failed', null, 'not_allowed');

  const answer = await post(request, settings.allowed);
  const result = judge(answer, due, entry, settings.firstPauseMs);
  if (result.state === 'gone') await removeDevice(database, due.account_id, due.channel_id);
  return result;
}

/** What is to be sent; undefined if the channel was removed meanwhile. */
async function requestFor(
  database: Database,
  settings: DeliverySettings,
  due: DueDelivery,
  entry: Entry,
): Promise<OutboundRequest | 'not_allowed' | undefined> {
  if (due.kind === 'webhook') {
    const webhook = (await webhooksOf(database, due.account_id)).find(({ id }) => id === due.channel_id);
    return webhook && webhookRequest(entry, webhook);
  }
  const device = (await devicesOf(database, due.account_id)).find(({ id }) => id === due.channel_id);
  if (!device) return undefined;
  if (!isPushService(device.endpoint, settings.allowed)) return 'not_allowed';
  const since = addDays(new Date(entry.at).toISOString().slice(0, 10) as Day, -USUAL_DAYS);
  const usual = await usualVolumes(database, due.account_id, since, FIRST_BUTTONS.length);
  const volumes = [...new Set([...usual, ...FIRST_BUTTONS])].slice(0, FIRST_BUTTONS.length);
  return pushRequest(
    settings,
    due.account_id,
    entry,
    device,
    volumes.sort((a, b) => a - b),
  );
}

/** What an answer means: done, for ever in vain, or to be tried again as long as the reminder is of use. */
function judge(
  answer: OutboundAnswer,
  { kind, attempts }: DueDelivery,
  { useful_until }: Entry,
  firstPauseMs: number,
): Result {
  const status = 'status' in answer ? answer.status : null;
  const fault = 'fault' in answer ? answer.fault : null;
  if (status !== null && status >= 200 && status < 300) return settled('sent', status);
  // RFC 8030, sections 5.3 and 7.3: the subscription exists no more.
  if (kind === 'push' && (status === 404 || status === 410)) return settled('gone', status);
  const isPassing = fault === 'no_answer' || status === 429 || (status !== null && status >= 500);
  if (!isPassing) return settled('failed', status, fault ?? 'refused');

  const pause = Math.max(
    firstPauseMs * 3 ** attempts,
    'status' in answer ? retryAfterMs(answer.retryAfter) : 0,
  );
  const nextTryAt = Date.now() + pause;
  if (nextTryAt > useful_until) return settled('failed', status, fault ?? 'refused');
  return { state: 'waiting', status, fault, nextTryAt };
}

function settled(
  state: 'sent' | 'failed' | 'gone',
  status: number | null = null,
  fault: DeliveryFault | null = null,
): Result {
  return { state, status, fault, nextTryAt: null };
}

/** `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date; 0 if there is none that can be read. */
function retryAfterMs(header: string | undefined): number {
  if (header === undefined) return 0;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(pause) ? Math.max(0, pause) : 0;
}
