import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { contentsOf, copyOf } from './sqlite-file.ts';
import { syncFolderOf, writeBeside } from './write-beside.ts';

/** How many copies from before a migration are kept. They count apart: neither kind pushes the other one out. */
const KEPT_BEFORE_MIGRATIONS = 14;

const DAY_MS = 86_400_000;

/** An automatic copy leaves the server's disk at least as much room again as it takes. */
const ROOM_FACTOR = 2;

/** The day in UTC: a copy's name must not depend on where the server stands. */
const today = () => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);

const folderOf = (database: string) => join(dirname(database), 'backups');

/** Where the copy of a database for a reason, made today, lies: `backups/drink-it.2026-11-21.daily.db`. */
function copyFile(database: string, reason: string): string {
  return join(folderOf(database), `${basename(database, '.db')}.${today()}.${reason}.db`);
}

export const hasDailyCopy = (database: string): boolean => existsSync(copyFile(database, 'daily'));

/**
 * Makes today's copy, unless it is there, and prunes older daily ones down to so many.
 * @throws StartError if it cannot be made; nothing is pruned then.
 */
export async function makeDailyCopy(database: string, kept: number): Promise<void> {
  if (hasDailyCopy(database)) return;
  await copy(database, 'daily', async () => true);
  prune(database, /^daily$/, kept);
}

/**
 * Copies a database of an older version before it is migrated. A copy from earlier today, before a try of the same
 * migration that failed, is replaced: this one holds all that it held.
 * @throws StartError if it cannot be made: the database must not be migrated then.
 */
export async function copyBeforeMigration(database: string, migration: string): Promise<void> {
  try {
    // Of several servers that start at once, another may have migrated it meanwhile: its copy is the right one.
    await copy(
      database,
      `before-${migration}`,
      async (made) => !contentsOf(made).migrations.includes(migration),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new StartError(
      `The database must be brought up to date, but no copy could be made before, so nothing was changed. ${reason}`,
      { cause: error },
    );
  }
  prune(database, /^before-.+$/, KEPT_BEFORE_MIGRATIONS);
}

async function copy(
  database: string,
  reason: string,
  isWanted: (made: string) => Promise<boolean>,
): Promise<void> {
  const file = copyFile(database, reason);
  makeFolder(folderOf(database));
  mustHaveRoom(database, folderOf(database));
  const write = async (partial: string) => {
    await copyOf(database, partial);
    return isWanted(partial);
  };
  await writeBeside(file, write, { mayReplace: true });
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
    syncFolderOf(folder);
  } catch (error) {
    throw new StartError(
      `The folder ${folder} cannot be made (${(error as Error).message}): let this user write in ${dirname(folder)}, or make it.`,
    );
  }
}

function mustHaveRoom(database: string, folder: string): void {
  const sizes = ['', '-wal'].map((end) => statSync(database + end, { throwIfNoEntry: false })?.size ?? 0);
  const needed = ROOM_FACTOR * sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < needed) {
    throw new StartError(
      `The folder ${folder} has no room for a copy: free ${Math.ceil((needed - bavail * bsize) / 1e6)} MB on its disk.`,
    );
  }
}

/** Whether it is there and older; whoever makes a copy at this moment may have renamed it. */
function isOlderThanDay(file: string): boolean {
  const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > DAY_MS;
}

/** Removes all but the newest copies of a kind, and what a copy that was interrupted has left. */
function prune(database: string, kind: RegExp, kept: number): void {
  const folder = folderOf(database);
  const start = `${basename(database, '.db')}.`;
  const files = readdirSync(folder)
    .filter((file) => file.startsWith(start))
    .sort()
    .reverse();
  const ofKind = files.filter((file) => {
    const [, reason = ''] = /^\d{4}-\d\d-\d\d\.([^.]+)\.db$/.exec(file.slice(start.length)) ?? [];
    return kind.test(reason);
  });
  const interrupted = files.filter((file) => file.includes('.partial') && isOlderThanDay(join(folder, file)));
  for (const file of [...ofKind.slice(kept), ...interrupted]) rmSync(join(folder, file), { force: true });
}
