import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';
import { isDamage, resultCode } from './sqlite-file.ts';
import { COMPANIONS, syncFolderOf } from './write-beside.ts';

const BUSY = 5;

/** How long another program may need to let go of the database, ms. */
const RELEASE_TIMEOUT = 1000;

/**
 * Puts a file in the place of a database and returns the name under which that is kept; undefined if there was none.
 * There is one of the two in its place at each moment, whenever this is interrupted.
 * @throws StartError if another program has the database open; nothing is changed then.
 */
export function replaceDatabase(database: string, file: string, isStopped: boolean): string | undefined {
  if (!existsSync(database)) {
    // A WAL without its database would be taken for one of the new database.
    if (existsSync(`${database}-wal`)) renameSync(`${database}-wal`, `${nameForKept(database)}-wal`);
    giveRights(file, dirname(database));
    renameSync(file, database);
    syncFolderOf(database);
    return undefined;
  }
  const real = realpathSync(database);
  const kept = nameForKept(real);
  const release = hold(real, isStopped);
  try {
    giveRights(file, real);
    for (const end of ['', '-wal']) if (existsSync(real + end)) keep(real + end, kept + end);
    syncFolderOf(real);
    for (const end of COMPANIONS) rmSync(real + end, { force: true });
    renameSync(file, real);
    syncFolderOf(real);
  } finally {
    release();
  }
  return kept;
}

/** `drink-it.db.replaced-2026-11-21T07-15-00`, in UTC. */
function nameForKept(database: string): string {
  return `${database}.replaced-${new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replaceAll(':', '-')}`;
}

/** Gives a file a second name; where the disk knows only one name for each, that one. */
function keep(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    renameSync(file, name);
  }
}

/**
 * Makes sure that nobody else has the database open, and keeps it so until the returned function is called. An open
 * database in WAL mode is locked as long as it is open, busy or not, and leaving that mode needs the lock alone. What
 * its WAL holds comes into the file by that, so that it is whole under any name.
 */
function hold(database: string, isStopped: boolean): () => void {
  // Of a damaged database SQLite may throw the WAL away.
  const [wal, spare] = [`${database}-wal`, `${database}-wal.spare`];
  if (existsSync(wal)) copyFileSync(wal, spare);
  const handle = new DatabaseSync(database, { timeout: RELEASE_TIMEOUT });
  try {
    handle.exec('pragma journal_mode = delete');
    handle.exec('begin exclusive');
    return () => handle.close();
  } catch (error) {
    handle.close();
    if (existsSync(spare) && !existsSync(wal)) copyFileSync(spare, wal);
    if (resultCode(error) === BUSY) {
      throw new StartError(
        `Another program has ${database} open: stop the server (and Litestream, if it runs), then try again. Nothing was changed.`,
      );
    }
    if (!isDamage(error)) {
      throw new StartError(
        `${database} cannot be replaced (${(error as Error).message}): see that this user may write it and its folder, and that the disk has room. Nothing was changed.`,
      );
    }
    // It cannot be locked, and its WAL has to stay as it is.
    if (isStopped) return () => {};
    throw new StartError(
      `${database} is damaged (${(error as Error).message}), so it cannot be told whether a server has it open: stop the server, then add --server-is-stopped. Nothing was changed.`,
    );
  } finally {
    rmSync(spare, { force: true });
  }
}

/** Whoever may use the database that was there may use the new one: also where root restores it for the server's user. */
function giveRights(file: string, like: string): void {
  const { uid, gid, mode } = statSync(like);
  if (statSync(like).isFile()) chmodSync(file, mode & 0o777);
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}
