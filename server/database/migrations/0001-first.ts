import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Everything that the first version keeps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('gender', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('avatar_id', 'text')
    .addColumn('weight_g', 'integer', (c) => c.notNull())
    .addColumn('activity_s', 'integer', (c) => c.notNull())
    .addColumn('will_drink_ml', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .modifyEnd(inKeyOrder)
    .execute();

  await db.schema
    .createTable('sign_in_email')
    .addColumn('email', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', ownedByAccount)
    .modifyEnd(inKeyOrder)
    .execute();
  // Erasing an account looks its address up by the account.
  await db.schema.createIndex('sign_in_email_of_account').on('sign_in_email').column('account_id').execute();

  await db.schema
    .createTable('session')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('token_hash', 'blob', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_key', ['account_id', 'token_hash'])
    .modifyEnd(inKeyOrder)
    .execute();

  await db.schema
    .createTable('norm')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('from_day', 'text', (c) => c.notNull())
    .addColumn('norm_ml', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('norm_key', ['account_id', 'from_day'])
    .modifyEnd(inKeyOrder)
    .execute();

  await db.schema
    .createTable('portion')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('time', 'text', (c) => c.notNull())
    .addColumn('volume_ml', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('portion_key', ['account_id', 'day', 'id'])
    .modifyEnd(inKeyOrder)
    .execute();

  await db.schema
    .createTable('idempotency_key')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('portion_id', 'text', (c) => c.notNull())
    .addColumn('volume_ml', 'integer', (c) => c.notNull())
    .addColumn('drunk_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_key_key', ['account_id', 'key'])
    .modifyEnd(inKeyOrder)
    .execute();

  // Pictures are large: such rows are better not stored inside the key's tree.
  await db.schema
    .createTable('avatar')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('image', 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('avatar_key', ['account_id', 'id'])
    .modifyEnd(sql`strict`)
    .execute();
}

/** Rows lie in the order of the key: the portions of a day, and of a month, side by side. */
const inKeyOrder = sql`strict, without rowid`;

/** What an account owns goes with it. */
function ownedByAccount(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('account.id').onDelete('cascade');
}
