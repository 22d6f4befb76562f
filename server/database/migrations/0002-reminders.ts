import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Rules of reminders, where they go, what became of them, and the keys that they are signed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reminder_rules')
    .addColumn('account_id', 'text', (c) =>
      c.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('days', 'text', (c) => c.notNull())
    .addColumn('from_time', 'text', (c) => c.notNull())
    .addColumn('to_time', 'text', (c) => c.notNull())
    .addColumn('every_minutes', 'integer', (c) => c.notNull())
    .addColumn('only_behind_pace', 'integer', (c) => c.notNull())
    .addColumn('stop_at_norm', 'integer', (c) => c.notNull())
    .addColumn('paused_on', 'text')
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('refused_time_zone', 'text')
    .addColumn('next_at', 'integer')
    .addColumn('planned_at', 'integer', (c) => c.notNull())
    .addColumn('last_sent_at', 'integer')
    .modifyEnd(inKeyOrder)
    .execute();
  await db.schema.createIndex('reminder_rules_due').on('reminder_rules').column('next_at').execute();
  await db.schema.createIndex('reminder_rules_planned').on('reminder_rules').column('planned_at').execute();

  await db.schema
    .createTable('push_subscription')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('push_subscription_key', ['account_id', 'id'])
    .modifyEnd(inKeyOrder)
    .execute();
  // A browser belongs to whoever used it last.
  await db.schema
    .createIndex('push_subscription_endpoint')
    .on('push_subscription')
    .column('endpoint')
    .unique()
    .execute();

  await db.schema
    .createTable('webhook')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_key', ['account_id', 'id'])
    .modifyEnd(inKeyOrder)
    .execute();

  await db.schema
    .createTable('reminder')
    .addColumn('account_id', 'text', ownedByAccount)
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('missing_ml', 'integer', (c) => c.notNull())
    .addColumn('useful_until', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('reminder_key', ['account_id', 'id'])
    .modifyEnd(inKeyOrder)
    .execute();

  await db.schema
    .createTable('reminder_delivery')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('reminder_id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('fault', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('at', 'integer')
    .addColumn('next_try_at', 'integer')
    .addPrimaryKeyConstraint('reminder_delivery_key', ['account_id', 'reminder_id', 'channel_id'])
    .addForeignKeyConstraint(
      'reminder_delivery_of_reminder',
      ['account_id', 'reminder_id'],
      'reminder',
      ['account_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .modifyEnd(inKeyOrder)
    .execute();
  await db.schema
    .createIndex('reminder_delivery_due')
    .on('reminder_delivery')
    .column('next_try_at')
    .execute();

  await db.schema
    .createTable('server_key')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .modifyEnd(inKeyOrder)
    .execute();
}

/** Rows lie in the order of the key: what belongs to an account, side by side. */
const inKeyOrder = sql`strict, without rowid`;

/** What an account owns goes with it. */
function ownedByAccount(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('account.id').onDelete('cascade');
}
