import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { copyBeforeMigration } from '../backup/automatic-copies.ts';
import type { Engine, RunsAtOnce } from './engine.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { BUSY_TIMEOUT, type SyncFile, syncFile } from './sqlite-file.ts';

/** SQLite in the file that the URL names, `sqlite:` and a path. */
export function sqliteEngine(url: string): Engine {
  const file = url.slice('sqlite:'.length);
  const connect = <Rows>() => new Kysely<Rows>({ dialect: new SqliteFileDialect(file) });
  return {
    name: file,
    appliedMigrations: async () => (existsSync(file) ? appliedMigrations(file) : []),
    beforeMigrating: (migration) => copyBeforeMigration(file, migration),
    async migrating(migrate) {
      const database = connect<unknown>();
      try {
        await database.connection().execute((connection) => alone(connection, () => migrate(connection)));
      } finally {
        await database.destroy();
      }
    },
    connect,
    connectPatiently: connect,
    size: async () =>
      ['', '-wal'].reduce(
        (sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
    explain(error) {
      const reason = error instanceof Error ? error.message : error;
      return `The database ${file} cannot be opened (${reason}): check that DATABASE_URL names a Drink it database that this user may write.`;
    },
  };
}

/** How long a server waits for another one to migrate the database, ms. */
const MIGRATION_TIMEOUT = 60_000;

/** Changes the database as nobody else does meanwhile, wholly or not at all. */
async function alone(connection: Kysely<unknown>, change: () => Promise<void>): Promise<void> {
  await sql`pragma busy_timeout = ${sql.lit(MIGRATION_TIMEOUT)}`.execute(connection);
  await sql`begin immediate`.execute(connection);
  try {
    await change();
    await sql`commit`.execute(connection);
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
}

/** Kysely on a database file; `sync` brings what was written to the disk. */
export class SqliteFileDialect implements Dialect {
  readonly #driver: SqliteDriver;

  constructor(file: string, sync: SyncFile = syncFile) {
    this.#driver = new SqliteDriver(file, sync);
  }

  createDriver(): SqliteDriver {
    return this.#driver;
  }

  createAdapter(): SqliteAdapter {
    return new LendingAdapter(this.#driver);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new WholeDatabaseCompiler();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database);
  }
}

/** The driver lends its one connection itself: Kysely would keep it locked until the disk has synced. */
class LendingAdapter extends SqliteAdapter implements RunsAtOnce {
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    super();
    this.#driver = driver;
  }

  runAtOnce<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> | undefined {
    return this.#driver.runAtOnce(query);
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A transaction holds the whole database here, so that there is no need, and no word, for holding a row. */
class WholeDatabaseCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(): void {}
}

function appliedMigrations(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
  try {
    const table = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
    if (!table) return [];
    return database
      .prepare('select name from kysely_migration')
      .all()
      .map((row) => String(row['name']));
  } finally {
    database.close();
  }
}
