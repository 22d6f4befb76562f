import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import * as first from './migrations/0001-first.ts';
import * as reminders from './migrations/0002-reminders.ts';
import { appliedMigrations, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** In the order of their names. A migration that has been released is never changed. */
const migrations: Record<string, Migration> = { '0001-first': first, '0002-reminders': reminders };

/**
 * Opens the database of `DATABASE_URL` (`sqlite:` and a path) and brings its tables up to date.
 * @throws StartError if it cannot be opened, or was written by a newer version; it is left untouched then.
 */
export async function openDatabase(url: string): Promise<Database> {
  const file = url.slice('sqlite:'.length);
  try {
    if (existsSync(file)) refuseNewer(file);
    const database = new Kysely<Tables>({ dialect: sqliteDialect(file) });
    await migrate(database);
    return database;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new StartError(
      `The database ${file} cannot be opened (${reason}): check that DATABASE_URL names a Drink it database that this user may write.`,
    );
  }
}

function refuseNewer(file: string): void {
  const unknown = appliedMigrations(file).find((name) => !(name in migrations));
  if (unknown) {
    throw new StartError(
      `The database ${file} was written by a newer version of Drink it (it knows "${unknown}"): run that version, or restore an older copy.`,
    );
  }
}

async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await database.destroy();
    throw error;
  }
}
