import { ECDH, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { isId } from '../../contract/id.ts';
import { MOST_DEVICES, MOST_WEBHOOKS } from '../../contract/reminder.ts';
import { toWire } from '../../contract/wire-time.ts';
import { holdAccount } from '../account/account.store.ts';
import type { Database } from '../database/open.ts';
import { fieldProblem, Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { claimKey } from '../water/idempotency.store.ts';
import { addPortion } from '../water/water.store.ts';
import {
  addDevice,
  addWebhook,
  devicesOf,
  removeDevice,
  removeWebhook,
  webhooksOf,
} from './channel.store.ts';
import type { DeliverySettings } from './delivery.ts';
import { findEntry } from './ledger.store.ts';
import { isCallable } from './outbound.ts';
import { readPortionKey } from './portion-key.ts';
import { isPushService } from './push-services.ts';

const SECRET_BYTES = 24;

/** Where reminders go, and what comes back from their buttons. */
export function channelRoutes(app: FastifyInstance, database: Database, settings: DeliverySettings): void {
  const { allowed, keys } = settings;

  serve(app, calls.getPushKey, async () => ({ key: keys.vapidPublic }));

  serve(app, calls.getDevices, async ({ caller }) => {
    const devices = await devicesOf(database, caller.account);
    return devices.map(({ id, name, endpoint }) => ({ id, name, endpoint }));
  });

  serve(app, calls.addDevice, async ({ body, caller }) => {
    const { endpoint, keys: deviceKeys, name, language } = body;
    if (!isPushService(endpoint, allowed)) throw fieldProblem('endpoint', 'endpointInvalid');
    if (!isPublicKey(deviceKeys.p256dh)) throw fieldProblem('keys', 'pushKeysInvalid');
    return database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, caller.account);
      const id = await addDevice(transaction, caller.account, { endpoint, ...deviceKeys, name, language });
      if ((await devicesOf(transaction, caller.account)).length > MOST_DEVICES) {
        throw fieldProblem('endpoint', 'tooManyDevices');
      }
      return { id, name, endpoint };
    });
  });

  serve(app, calls.removeDevice, async ({ query, caller }) => {
    if (!isId(query.id) || !(await removeDevice(database, caller.account, query.id))) throw noSuchChannel();
    return undefined;
  });

  serve(app, calls.getWebhooks, async ({ caller }) => {
    const webhooks = await webhooksOf(database, caller.account);
    return webhooks.map(({ id, url }) => ({ id, url }));
  });

  serve(app, calls.addWebhook, async ({ body, caller }) => {
    const { url, language } = body;
    if (!isCallable(url, allowed)) throw fieldProblem('url', 'webhookInvalid');
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, caller.account);
      const id = await addWebhook(transaction, caller.account, { url, secret, language });
      if ((await webhooksOf(transaction, caller.account)).length > MOST_WEBHOOKS) {
        throw fieldProblem('url', 'tooManyWebhooks');
      }
      return { id, url, secret };
    });
  });

  serve(app, calls.removeWebhook, async ({ query, caller }) => {
    if (!isId(query.id) || !(await removeWebhook(database, caller.account, query.id))) throw noSuchChannel();
    return undefined;
  });

  serve(app, calls.pressPortion, async ({ body }) => {
    const { key, waterVolume, time } = body;
    const read = readPortionKey(keys.button, key);
    if (!read || !(await findEntry(database, read.account, read.reminder))) throw noSuchReminder();
    const facts = { volumeMl: waterVolume, drunkAt: time };
    const portion = await database.transaction().execute(async (transaction) => {
      const claim = await claimKey(transaction, read.account, `reminder-${read.reminder}`, facts);
      // Whatever is pressed later, and with whichever volume: a reminder adds one portion.
      if (claim.outcome !== 'first') return claim.portion;
      return addPortion(transaction, read.account, facts, claim.id);
    });
    return { id: portion.id, waterVolume: portion.volumeMl, time: toWire(portion.drunkAt) };
  });
}

/** Whether the bytes are a point on the curve P-256, as messages are encrypted for (RFC 8291, section 2.1). */
function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

function noSuchChannel(): Problem {
  return new Problem('not_found', 'There is none with this id: it may have been removed meanwhile.');
}

function noSuchReminder(): Problem {
  return new Problem('not_found', 'This button works no more: add the portion in the app.');
}
