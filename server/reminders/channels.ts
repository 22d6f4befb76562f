import type { Database } from '../database/open.ts';
import { devicesOf, webhooksOf } from './channel.store.ts';
import type { Channel } from './ledger.store.ts';

/** Everywhere that an account's reminders go. */
export async function channelsOf(database: Database, account: string): Promise<Channel[]> {
  const devices = await devicesOf(database, account);
  const webhooks = await webhooksOf(database, account);
  return [
    ...devices.map(({ id, name }) => ({ channel_id: id, kind: 'push' as const, name })),
    ...webhooks.map(({ id, url }) => ({ channel_id: id, kind: 'webhook' as const, name: new URL(url).host })),
  ];
}
