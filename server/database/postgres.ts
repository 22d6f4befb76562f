import { hash } from 'node:crypto';
import {
  ColumnDefinitionNode,
  type CreateTableNode,
  type DataTypeNode,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { StartError } from '../start-error.ts';
import type { Engine } from './engine.ts';
import { AccountErased, DiskFull, PassingFault } from './faults.ts';

const OLDEST_VERSION = 15;

/** How many connections one server keeps; PostgreSQL itself allows 100 unless it is told otherwise. */
const CONNECTIONS = 10;

/**
 * How long a call waits, ms: for a connection, then for each answer. A cut network is noticed by nothing else, and
 * within these limits the server is itself again once the network is. The limits inside a transaction are the
 * database's own, so that it does not hold rows for a server that has gone; they are told with `begin` rather than with
 * the connection, since a PgBouncer between the two would refuse that.
 */
const CONNECT_TIMEOUT = 3000;
const ANSWER_TIMEOUT = 5000;
const BEGIN = `begin isolation level read committed; set local statement_timeout = ${ANSWER_TIMEOUT - 1000}; set local idle_in_transaction_session_timeout = ${ANSWER_TIMEOUT}`;

/** Chosen once, for no other program to take by chance. */
const MIGRATION_LOCK = 831_724_406_119;

/** PostgreSQL where the URL says, `postgres://`. */
export function postgresEngine(url: string): Engine {
  const { host, port, user, database: name } = new Client(url);
  const place = host.startsWith('/') ? host : `${host}:${port}`;
  const connectPatiently = <Rows>() => connect<Rows>({ ...settings(url), max: 1 });
  return {
    name: `"${name}" at ${place}`,
    appliedMigrations: () => appliedMigrations(url),
    // All migrations are one transaction here: one that fails leaves nothing. Copies are for its administrator to make.
    beforeMigrating: async () => {},
    async migrating(migrate) {
      const database = connectPatiently<unknown>();
      const alone = database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
        await migrate(transaction);
      });
      await alone.finally(() => database.destroy());
    },
    connect: () => connect({ ...settings(url), max: CONNECTIONS, query_timeout: ANSWER_TIMEOUT }),
    connectPatiently,
    async size() {
      const client = new Client(settings(url));
      client.on('error', () => {});
      await client.connect();
      const query = client.query('select pg_database_size(current_database()) as size');
      return (await query.finally(() => client.end())).rows[0].size;
    },
    explain(error) {
      const cause = error instanceof PassingFault ? error.cause : error;
      const { code, message } = cause as { code?: string; message?: string };
      const isSaidByServer = cause instanceof DatabaseError;
      if (isSaidByServer && code?.startsWith('28')) {
        return `PostgreSQL at ${place} refuses the user "${user}" (${message}): correct the user and the password in DATABASE_URL.`;
      }
      if (isSaidByServer && code === '3D000') {
        return `PostgreSQL at ${place} has no database "${name}": create it (createdb ${name}), or correct DATABASE_URL.`;
      }
      if (isSaidByServer && code === '42501') {
        return mayNotCreate(user, name);
      }
      return `The database "${name}" at ${place} cannot be opened (${message || code}): see that PostgreSQL runs there, or correct DATABASE_URL.`;
    },
  };
}

function mayNotCreate(user = '', name = ''): string {
  return `The user "${user}" may not create tables in the database "${name}": make it the owner (alter database "${name}" owner to "${user}"), or correct DATABASE_URL.`;
}

function settings(url: string): PoolConfig {
  return {
    connectionString: url,
    fallback_application_name: 'drink-it',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

function connect<Rows>(poolSettings: PoolConfig): Kysely<Rows> {
  return new Kysely<Rows>({ dialect: new DrinkItDialect({ pool: lendingPool(poolSettings) }) });
}

const INT8 = 20;
const NUMERIC = 1700;

/** Our numbers, and sums of them, are far below 2^53: they arrive as numbers, as from SQLite. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (text: never) => unknown {
  if (type === INT8 || type === NUMERIC) return Number;
  return types.getTypeParser(type, format as 'text');
}

/** The migrations are written once, in the column types of SQLite; here these are the types that hold and sort the same. */
const COLUMN_TYPES: Record<string, string> = {
  text: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
};

class DrinkItCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const type = String(node.dataType);
    const isOfColumn = this.parentNode && ColumnDefinitionNode.is(this.parentNode);
    this.append((isOfColumn && COLUMN_TYPES[type]) || type);
  }

  /** What stands behind a table's columns tells SQLite how to store it. */
  protected override visitCreateTable({ endModifiers: _, ...node }: CreateTableNode): void {
    super.visitCreateTable(node);
  }
}

/** The lock that `migrating` holds until its transaction ends takes the place of the migrator's own. */
class DrinkItAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class DrinkItDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new DrinkItCompiler();
  }
  override createAdapter(): PostgresAdapter {
    return new DrinkItAdapter();
  }
}

type LendingPool = Exclude<PostgresDialectConfig['pool'], (...given: never[]) => unknown>;
type LentClient = Awaited<ReturnType<LendingPool['connect']>>;

/** A pool that survives every broken connection: whoever uses one is told by the failed query, nobody else cares. */
function lendingPool(poolSettings: PoolConfig): LendingPool {
  const pool = new Pool(poolSettings);
  const hasLimits = poolSettings.query_timeout !== undefined;
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error) => {
        throw new PassingFault('PostgreSQL gives no connection', { cause: error });
      });
      return lend(client, hasLimits);
    },
  };
}

/** A connection that goes back to the pool only as long as it is sound. */
function lend(client: PoolClient, hasLimits: boolean): LentClient {
  let isSound = true;
  const query = async (text: string, parameters: unknown[] = []) => {
    try {
      return await client.query(prepared(hasLimits && text === 'begin' ? BEGIN : text, parameters));
    } catch (error) {
      isSound &&= error instanceof DatabaseError && error.severity !== 'FATAL';
      throw toFault(error);
    }
  };
  return {
    query: query as unknown as LentClient['query'],
    release: (isDiscarded = false) => client.release(isDiscarded || !isSound),
  };
}

/** The rows of a bulk make a text of their own each time: such a one is not worth remembering. */
const MOST_PARAMETERS = 100;

const names = new Map<string, string>();

/** A statement with parameters is parsed once for each connection, under a name of its own. */
function prepared(text: string, values: unknown[]): { name?: string; text: string; values?: unknown[] } {
  if (values.length === 0) return { text };
  if (values.length > MOST_PARAMETERS) return { text, values };
  const name = names.get(text) ?? hash('sha1', text);
  names.set(text, name);
  return { name, text, values };
}

const FOREIGN_KEY_VIOLATION = '23503';
const DISK_FULL = '53100';

/**
 * SQLSTATEs and their classes of what passes: broken connections, deadlocks, no resources, timeouts, shutting down, a
 * failing disk, and a stand-by that has not taken over yet.
 */
const PASSING = /^(?:08|40|53|57|58|25P03|25006|55P03)/;

/** Every foreign key leads to the account. What PostgreSQL did not say itself, the connection did. */
function toFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) {
    return new PassingFault('the connection to PostgreSQL failed', { cause: error });
  }
  const code = error.code ?? '';
  if (code === FOREIGN_KEY_VIOLATION) return new AccountErased('', { cause: error });
  if (code === DISK_FULL) return new DiskFull('the disk of PostgreSQL is full', { cause: error });
  return PASSING.test(code) ? new PassingFault('PostgreSQL cannot do this now', { cause: error }) : error;
}

async function appliedMigrations(url: string): Promise<string[]> {
  const client = new Client(settings(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding, to_regclass('kysely_migration') as migrations,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`,
    );
    const { version, encoding, migrations, mayCreate } = rows[0];
    if (version < OLDEST_VERSION) {
      throw new StartError(
        `PostgreSQL ${version} is too old: Drink it needs version ${OLDEST_VERSION} or newer.`,
      );
    }
    if (encoding !== 'UTF8') {
      throw new StartError(
        `The database "${client.database}" is encoded in ${encoding}: create one with "encoding 'UTF8' template template0".`,
      );
    }
    if (migrations === null) {
      if (!mayCreate) throw new StartError(mayNotCreate(client.user, client.database));
      return [];
    }
    const applied = await client.query('select name from kysely_migration');
    return applied.rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
