import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { copyBeforeMigration } from '../backup/automatic-copies.ts';
import type { Engine } from './engine.ts';
import { AccountErased, PassingFault } from './faults.ts';

/** How long a writer waits for another process that holds the database, ms. */
const BUSY_TIMEOUT = 5000;

/** SQLite in the file that the URL names, `sqlite:` and a path. */
export function sqliteEngine(url: string): Engine {
  const file = url.slice('sqlite:'.length);
  const connect = <Rows>() => new Kysely<Rows>({ dialect: sqliteDialect(file) });
  return {
    name: file,
    appliedMigrations: async () => (existsSync(file) ? appliedMigrations(file) : []),
    beforeMigrating: (migration) => copyBeforeMigration(file, migration),
    async migrating(migrate) {
      const database = connect<unknown>();
      await migrate(database).finally(() => database.destroy());
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

/** Opens a database file for Kysely, making it and its folder where they are missing. */
function sqliteDialect(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  // FULL: a write that was acknowledged is on the disk, also after a power cut.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return new WholeDatabaseDialect({ database: withPreparedStatements(database) });
}

/** A transaction holds the whole database here, so that there is no need, and no word, for holding a row. */
class WholeDatabaseDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new (class extends SqliteQueryCompiler {
      protected override visitSelectModifier(): void {}
    })();
  }
}

/** Gives `node:sqlite` the face that Kysely expects, and prepares every statement once. */
function withPreparedStatements(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => translated(() => statement.all(...values(parameters))),
      run: (parameters) => translated(() => statement.run(...values(parameters))),
      iterate: (parameters) =>
        statement.iterate(...values(parameters)) as ReturnType<StatementSync['iterate']>,
    };
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      // A transaction that begins to write later than it reads would fail at once if another process wrote between.
      const statement = translated(() => prepare(sql === 'begin' ? 'begin immediate' : sql));
      prepared.set(sql, statement);
      return statement;
    },
  };
}

const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** Result codes of a database that cannot take a write at the moment: busy, locked, failing disk, full. */
const PASSING = new Set([5, 6, 10, 13]);
const PRIMARY_RESULT_CODE = 0xff;

/** Every foreign key leads to the account, so one that leads nowhere means that it was erased meanwhile. */
const CONSTRAINT_FOREIGNKEY = 787;

/** Runs a piece of SQLite's work; what it throws becomes a fault that callers know. */
function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = (error as { errcode?: unknown }).errcode;
    if (code === CONSTRAINT_FOREIGNKEY) throw new AccountErased('', { cause: error });
    const isPassing = typeof code === 'number' && PASSING.has(code & PRIMARY_RESULT_CODE);
    throw isPassing ? new PassingFault('SQLite cannot do this now', { cause: error }) : error;
  }
}

function appliedMigrations(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
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
