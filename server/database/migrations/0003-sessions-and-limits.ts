import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

interface Session {
  account_id: string;
  token_hash: Uint8Array;
  id: string;
  last_used_at: number;
}

const AT_ONCE = 1000;

/** What a person sees of a session and by what it is ended; what limits remember for all servers on a database. */
export async function up(db: Kysely<{ session: Session }>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('session')
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('session')
    .addColumn('last_used_at', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await nameSessions(db);

  await db.schema
    .createTable('try_log')
    .addColumn('subject', 'text', (c) => c.primaryKey().notNull())
    .addColumn('tries', 'text', (c) => c.notNull())
    .addColumn('forget_at', 'integer', (c) => c.notNull())
    .modifyEnd(inKeyOrder)
    .execute();
  await db.schema.createIndex('try_log_forget_at').on('try_log').column('forget_at').execute();

  await db.schema
    .createTable('call_count')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('minute', 'integer', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('call_count_key', ['account_id', 'minute'])
    .modifyEnd(inKeyOrder)
    .execute();
}

const inKeyOrder = sql`strict, without rowid`;

/** When the sessions that are there were used last is not known: as if it were now, so that nobody is signed out. */
async function nameSessions(db: Kysely<{ session: Session }>): Promise<void> {
  const last_used_at = Date.now();
  for (;;) {
    const unnamed = await db
      .selectFrom('session')
      .where('id', '=', '')
      .limit(AT_ONCE)
      .select(['account_id', 'token_hash'])
      .execute();
    if (unnamed.length === 0) return;
    for (const { account_id, token_hash } of unnamed) {
      await db
        .updateTable('session')
        .set({ id: randomUUID(), last_used_at })
        .where('account_id', '=', account_id)
        .where('token_hash', '=', token_hash)
        .execute();
    }
  }
}
