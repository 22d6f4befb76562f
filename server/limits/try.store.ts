import type { Database } from '../database/open.ts';

/** The tries of a subject, the oldest first. Nobody else reads or changes them until the transaction ends. */
export async function holdTries(transaction: Database, subject: string): Promise<number[]> {
  const { tries } = await transaction
    .insertInto('try_log')
    .values({ subject, tries: '', forget_at: 0 })
    // Nothing changes; that it is an update holds the row.
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries === '' ? [] : tries.split(',').map(Number);
}

/** Belongs into the transaction that holds them. */
export async function keepTries(
  transaction: Database,
  subject: string,
  tries: readonly number[],
  forgetAt: number,
): Promise<void> {
  await transaction
    .updateTable('try_log')
    .set({ tries: tries.join(','), forget_at: forgetAt })
    .where('subject', '=', subject)
    .execute();
}

export async function forgetTries(database: Database, subject: string): Promise<void> {
  await database.deleteFrom('try_log').where('subject', '=', subject).execute();
}

/** Sweeps out what does not count any more. */
export async function forgetOldTries(database: Database): Promise<void> {
  await database.deleteFrom('try_log').where('forget_at', '<=', Date.now()).execute();
}
