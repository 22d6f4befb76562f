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
 * Opens the database of `DATABASE_URL` (`sqlite:` and a path, or `postgres://`) and brings its tables up to date; of an
 * SQLite file that an older version wrote, a copy is kept before.
 * @throws StartError if it cannot be opened, was written by a newer version, or that copy cannot be made; it is left
 * untouched then.
 */
export async function openDatabase(url: string): Promise<Database> {
  return opened(url, async (engine) => {
    await bringUpToDate(engine, await engine.appliedMigrations());
    return engine.connect<Tables>();
  });
}

/**
 * Opens a database as `openDatabase` does, for work that takes as long as it takes: one that must have tables, or one
 * that is to be empty and is not touched if it has those of an older version.
 * @throws StartError if it cannot be opened, was written by a newer version, or is not what it must be.
 */
export async function openPatiently<Rows>(url: string, mustHaveTables: boolean): Promise<Kysely<Rows>> {
  return opened(url, async (engine) => {
    const applied = await engine.appliedMigrations();
    if (mustHaveTables && applied.length === 0) {
      throw new StartError(`The database ${engine.name} holds nothing of Drink it: name one that does.`);
    }
    if (!mustHaveTables && applied.length > 0 && versionOf(engine.name, applied) !== newestVersion()) {
      throw new StartError(
        `The target is not empty (an older version wrote ${engine.name}): name a database that nothing was written to.`,
      );
    }
    await bringUpToDate(engine, applied);
    return engine.connectPatiently<Rows>();
  });
}

/**
 * Makes the tables of a version in a database, or brings it up to that, and opens it for work that takes as long as it
 * takes. No copy is kept: it is for databases that are new, or copies themselves.
 * @throws StartError if it cannot be opened.
 */
export async function openAtVersion<Rows>(url: string, version: string): Promise<Kysely<Rows>> {
  return opened(url, async (engine) => {
    await engine.migrating((database) => migrate(database, version));
    return engine.connectPatiently<Rows>();
  });
}

/** A database that was opened as it is. */
export interface AsItIs<Rows> {
  database: Kysely<Rows>;
  /** In a person's words, without a password. */
  name: string;
  /** Its last migration. */
  version: string;
  /** How much it takes on the disk, bytes. */
  size(): Promise<number>;
}

/**
 * Opens a database that servers may be at work on, for work that takes as long as it takes, and does not migrate it.
 * @throws StartError if it cannot be opened, was written by a newer version, or has no tables.
 */
export async function openAsItIs<Rows>(url: string): Promise<AsItIs<Rows>> {
  return opened(url, async (engine) => {
    const version = versionOf(engine.name, await engine.appliedMigrations());
    const { name, size } = engine;
    return { database: engine.connectPatiently<Rows>(), name, version, size };
  });
}

/**
 * The last of the migrations that a database has seen.
 * @throws StartError if there is none, or one that this version does not know.
 */
export function versionOf(name: string, applied: string[]): string {
  refuseNewer(name, applied);
  const version = applied.toSorted().at(-1);
  if (version === undefined) {
    throw new StartError(`The database ${name} holds nothing of Drink it: name one that does.`);
  }
  return version;
}

/** Every migration that there is, oldest first. */
export const migrationNames = (): string[] => Object.keys(migrations).sort();

export const newestVersion = (): string => migrationNames().at(-1) ?? '';

async function bringUpToDate(engine: Engine, applied: string[]): Promise<void> {
  refuseNewer(engine.name, applied);
  const pending = Object.keys(migrations).find((migration) => !applied.includes(migration));
  if (pending && applied.length > 0) await engine.beforeMigrating(pending);
  await engine.migrating(migrate);
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

/** Makes every table that is not there yet, up to those of a version. */
export async function migrate(database: Kysely<unknown>, version = newestVersion()): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(version);
  if (error) throw error;
}
