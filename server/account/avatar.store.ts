import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';

/** Makes this the account's picture, in place of an earlier one, and returns its id. Belongs in a transaction. */
export async function replaceAvatar(database: Database, account: string, image: Uint8Array): Promise<string> {
  const id = randomUUID();
  await database.deleteFrom('avatar').where('account_id', '=', account).execute();
  await database.insertInto('avatar').values({ account_id: account, id, image }).execute();
  await database.updateTable('account').set({ avatar_id: id }).where('id', '=', account).execute();
  return id;
}

export async function readAvatar(
  database: Database,
  account: string,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom('avatar')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .select('image')
    .executeTakeFirst();
  return row?.image;
}
