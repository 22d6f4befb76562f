import type { Database } from '../database/open.ts';

/**
 * Adds calls to those of an account's minute and returns the total of all servers; undefined if the account was erased.
 * Earlier minutes are forgotten.
 */
export async function addCalls(
  transaction: Database,
  account: string,
  minute: number,
  calls: number,
): Promise<number | undefined> {
  await transaction
    .deleteFrom('call_count')
    .where('account_id', '=', account)
    .where('minute', '<', minute - 1)
    .execute();
  const row = await transaction
    .insertInto('call_count')
    .columns(['account_id', 'minute', 'calls'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .where('account.id', '=', account)
        // PostgreSQL wants to be told the type of what stands in a select.
        .select([
          'account.id',
          eb.cast<number>(eb.val(minute), 'integer').as('minute'),
          eb.cast<number>(eb.val(calls), 'integer').as('calls'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'minute'])
        .doUpdateSet((eb) => ({ calls: eb('call_count.calls', '+', eb.ref('excluded.calls')) })),
    )
    .returning('calls')
    .executeTakeFirst();
  return row?.calls;
}
