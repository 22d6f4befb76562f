import type { Database } from '../database/open.ts';

const NAME = 'health';

/** Reads a row. */
export async function tryReading(database: Database): Promise<void> {
  await database.selectFrom('server_key').where('name', '=', NAME).select('value').execute();
}

/** Writes a row, always the same one, and waits for the disk. */
export async function tryWriting(database: Database): Promise<void> {
  const fresh = { value: String(Date.now()) };
  await database
    .insertInto('server_key')
    .values({ name: NAME, ...fresh })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
    .execute();
}
