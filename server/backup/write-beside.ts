import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../start-error.ts';

/** Nobody but its owner reads a copy: it holds what people told, and the hashes of their passwords. */
export const OWNER_ONLY = 0o600;

/** What SQLite puts beside a database while it is in use. */
export const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Makes a file so that its name stands for the whole of it or for nothing: `write` fills one beside it, which is synced
 * and then renamed. Where `write` says no in the end, nothing is kept.
 * @throws StartError if the file cannot be written, or is there already and may not be replaced.
 */
export async function writeBeside(
  file: string,
  write: (partial: string) => Promise<boolean>,
  { mayReplace = false } = {},
): Promise<void> {
  const refuseExisting = () => {
    if (!mayReplace && existsSync(file)) {
      throw new StartError(
        `The file ${file} exists already: name another one, or add --overwrite to replace it.`,
      );
    }
  };
  refuseExisting();
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new StartError(`${file} is a folder: name a file, such as ${file}/drink-it-backup.db.`);
  }
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`;
  const orExplained = (error: unknown): never => {
    throw isOfMachine(error) ? cannotWrite(file, error) : error;
  };
  await open(partial, 'wx', OWNER_ONLY).then((made) => made.close(), orExplained);
  const remove = () => {
    for (const end of ['', ...COMPANIONS]) rmSync(partial + end, { force: true });
  };
  process.once('exit', remove);
  try {
    if (!(await write(partial))) return;
    sync(partial);
    refuseExisting();
    renameSync(partial, file);
    syncFolderOf(file);
  } catch (error) {
    orExplained(error);
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** What the file system or SQLite refuses: rights, room, names. */
export function isOfMachine(error: unknown): error is Error {
  return error instanceof Error && ('syscall' in error || 'errcode' in error);
}

function cannotWrite(file: string, error: Error): StartError {
  return new StartError(
    `The file ${file} cannot be written (${error.message}): see that its folder exists, has room, and lets this user write.`,
    { cause: error },
  );
}

/** Waits until a file is on the disk. */
export function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until the names in a file's folder are on the disk. Windows has no word for that, and needs none. */
export function syncFolderOf(file: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
