import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** How long a writer waits for another process that holds the database, ms. */
const BUSY_TIMEOUT = 5000;

/** Opens a database file for Kysely, making it and its folder where they are missing. */
export function sqliteDialect(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  // FULL: a write that was acknowledged is on the disk, also after a power cut.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return new SqliteDialect({ database: withPreparedStatements(database) });
}

/** Gives `node:sqlite` the face that Kysely expects, and prepares every statement once. */
function withPreparedStatements(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
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
      const statement = prepare(sql === 'begin' ? 'begin immediate' : sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** The names of the migrations that a database file has seen, read without touching it; none if there is no file yet. */
export function appliedMigrations(file: string): string[] {
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
