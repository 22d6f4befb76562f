import { randomUUIDv7 } from 'node:crypto';
import type { Language } from '../../contract/languages.ts';
import type { Database } from '../database/open.ts';
import type { PushSubscriptionRow, WebhookRow } from '../database/tables.ts';

export type NewDevice = Omit<PushSubscriptionRow, 'account_id' | 'id'>;

export type Device = Omit<PushSubscriptionRow, 'account_id'>;
export type Webhook = Omit<WebhookRow, 'account_id'>;

export async function devicesOf(database: Database, account: string): Promise<Device[]> {
  return database
    .selectFrom('push_subscription')
    .where('account_id', '=', account)
    .orderBy('id')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'name', 'language'])
    .execute();
}

/**
 * Adds a device, or renews it if its browser is known. A browser belongs to whoever used it last: on a shared computer
 * nobody gets another one's reminders. Belongs in a transaction.
 */
export async function addDevice(database: Database, account: string, device: NewDevice): Promise<string> {
  const known = await database
    .selectFrom('push_subscription')
    .where('account_id', '=', account)
    .where('endpoint', '=', device.endpoint)
    .select('id')
    .executeTakeFirst();
  const id = known?.id ?? randomUUIDv7();
  await database
    .insertInto('push_subscription')
    .values({ account_id: account, id, ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ account_id: account, id, ...device }))
    .execute();
  return id;
}

/** False if the account has no such device. */
export async function removeDevice(database: Database, account: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('push_subscription')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function webhooksOf(database: Database, account: string): Promise<Webhook[]> {
  return database
    .selectFrom('webhook')
    .where('account_id', '=', account)
    .orderBy('id')
    .select(['id', 'url', 'secret', 'language'])
    .execute();
}

export async function addWebhook(
  database: Database,
  account: string,
  webhook: { url: string; secret: string; language: Language },
): Promise<string> {
  const id = randomUUIDv7();
  await database
    .insertInto('webhook')
    .values({ account_id: account, id, ...webhook })
    .execute();
  return id;
}

/** False if the account has no such address. */
export async function removeWebhook(database: Database, account: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('webhook')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
