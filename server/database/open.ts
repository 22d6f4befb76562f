import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import type { Engine } from './engine.ts';
import * as first from './migrations/0001-first.ts';
import * as reminders from './migrations/0002-reminders.ts';
import * as sessionsAndLimits from './migrations/0003-sessions-and-limits.ts';
import { sqliteEngine } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** In the order of their names. A migration that has been released is never changed. */
const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-reminders': reminders,
  '0003-sessions-and-limits': sessionsAndLimits,
};

/**
 * Opens the database of `DATABASE_URL` (`sqlite:` and a path, or `postgres://`) and brings its tables up to date.
 * @throws StartError if it cannot be opened, or was written by a newer version; it is left untouched then.
 */
export async function openDatabase(url: string): Promise<Database> {
  return opened(url, async (engine) => {
    refuseNewer(engine.name, await engine.appliedMigrations());
    await engine.migrating(migrate);
    return engine.connect<Tables>();
  });
}

/**
 * Opens a database as `openDatabase` does, for work that takes as long as it takes.
 * @throws StartError if it cannot be opened, was written by a newer version, or has to have tables and has none.
 */
export async function openPatiently<Rows>(url: string, mustHaveTables: boolean): Promise<Kysely<Rows>> {
  return opened(url, async (engine) => {
    const applied = await engine.appliedMigrations();
    if (mustHaveTables && applied.length === 0) {
      throw new StartError(`The database ${engine.name} holds nothing of Drink it: name one that does.`);
    }
    refuseNewer(engine.name, applied);
    await engine.migrating(migrate);
    return engine.connectPatiently<Rows>();
  });
}

async function opened<T>(url: string, open: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await engineOf(url);
  try {
    return await open(engine);
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(engine.explain(error), { cause: error });
  }
}

/** The driver of PostgreSQL is loaded only by those who use it. */
async function engineOf(url: string): Promise<Engine> {
  if (url.startsWith('sqlite:')) return sqliteEngine(url);
  const { postgresEngine } = await import('./postgres.ts');
  return postgresEngine(url);
}

function refuseNewer(name: string, applied: string[]): void {
  const unknown = applied.find((migration) => !(migration in migrations));
  if (unknown) {
    throw new StartError(
      `The database ${name} was written by a newer version of Drink it (it knows "${unknown}"): run that version, or restore an older copy.`,
    );
  }
}

/** Makes every table that is not there yet. */
export async function migrate(database: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
