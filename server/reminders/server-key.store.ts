import { randomBytes } from 'node:crypto';
import type { Database } from '../database/open.ts';

/** The keys of this installation: of its push messages (VAPID, RFC 8292), and of the buttons in them. */
export interface ServerKeys {
  vapidPublic: string;
  vapidPrivate: string;
  button: string;
}

/** Reads the keys; at the first start they are made. Of several servers that start at once, one makes them for all. */
export async function readServerKeys(database: Database): Promise<ServerKeys> {
  return (await findKeys(database)) ?? makeKeys(database);
}

async function makeKeys(database: Database): Promise<ServerKeys> {
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const fresh: ServerKeys = {
    vapidPublic: publicKey,
    vapidPrivate: privateKey,
    button: randomBytes(32).toString('base64url'),
  };
  // In one statement, so that a pair never stems from two servers.
  await database
    .insertInto('server_key')
    .values({ name: 'reminders', value: JSON.stringify(fresh) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findKeys(database)) ?? fresh;
}

async function findKeys(database: Database): Promise<ServerKeys | undefined> {
  const row = await database
    .selectFrom('server_key')
    .where('name', '=', 'reminders')
    .select('value')
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}
