import { accountRanges } from '../account/account.store.ts';
import { newId } from '../database/new-id.ts';
import type { Database } from '../database/open.ts';
import { prepare } from '../database/prepare.ts';
import type { IdempotencyKeyRow } from '../database/tables.ts';
import type { Portion, PortionFacts } from './water.store.ts';

/** How long a named write is remembered, ms. */
const KEPT_MS = 30 * 86_400_000;

export type Claim =
  /** The key is new: write the portion under this id. */
  | { outcome: 'first'; id: string }
  /** The same write came before: this was its answer. */
  | { outcome: 'again'; portion: Portion }
  /** The key came before with another body; this is what that was answered. */
  | { outcome: 'conflict'; portion: Portion };

const insertUnlessKept = prepare(
  (database, { account, key, portion_id, volume_ml, drunk_at, created_at, forgottenAt }: NewKey) => {
    const fresh = { portion_id, volume_ml, drunk_at, created_at };
    return database
      .insertInto('idempotency_key')
      .values({ account_id: account, key, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'key'])
          .doUpdateSet(fresh)
          .where('idempotency_key.created_at', '<=', forgottenAt),
      );
  },
);

interface NewKey extends Omit<IdempotencyKeyRow, 'account_id'> {
  account: string;
  /** A key of this time or before counts no more. */
  forgottenAt: number;
}

/**
 * Claims a key for a write of the account. Two claims at once cannot both be first: the insert decides, and the other
 * one waits for its transaction. Belongs in the transaction that writes the portion.
 */
export async function claimKey(
  database: Database,
  account: string,
  key: string,
  { volumeMl, drunkAt }: PortionFacts,
): Promise<Claim> {
  const now = Date.now();
  const id = newId();
  const { numAffectedRows } = await insertUnlessKept(database, {
    account,
    key,
    portion_id: id,
    volume_ml: volumeMl,
    drunk_at: drunkAt,
    created_at: now,
    forgottenAt: now - KEPT_MS,
  });
  if (numAffectedRows === 1n) return { outcome: 'first', id };

  const earlier = await database
    .selectFrom('idempotency_key')
    .where('account_id', '=', account)
    .where('key', '=', key)
    .select(['portion_id as id', 'volume_ml as volumeMl', 'drunk_at as drunkAt'])
    .executeTakeFirstOrThrow();
  const isSame = earlier.volumeMl === volumeMl && earlier.drunkAt === drunkAt;
  return { outcome: isSame ? 'again' : 'conflict', portion: earlier };
}

/** Sweeps out the keys of all accounts that are too old to count. */
export async function forgetOldKeys(database: Database): Promise<void> {
  const oldest = Date.now() - KEPT_MS;
  for await (const { after, upTo } of accountRanges(database)) {
    await database
      .deleteFrom('idempotency_key')
      .where('account_id', '>', after)
      .where('account_id', '<=', upTo)
      .where('created_at', '<=', oldest)
      .execute();
  }
}
