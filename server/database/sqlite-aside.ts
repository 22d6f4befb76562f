import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { BUSY_TIMEOUT } from './sqlite-file.ts';

/*
 * What takes SQLite long and would hold up every call, done in a thread of its own with a connection of its own.
 */

/** `checkpoint` moves the log into the database; `mend` makes sure of both after a sync has failed. */
export type Task = 'checkpoint' | 'mend';

/** What is told of a task that is done. */
export interface Done {
  failure?: { message: string; errcode?: number };
}

const CHUNK_BYTES = 1 << 20;

const tasks: Record<Task, (database: DatabaseSync) => void> = {
  checkpoint(database) {
    database.exec('pragma wal_checkpoint(passive)');
  },
  mend(database) {
    // Nobody else writes to the log meanwhile, other processes included.
    database.exec('begin immediate');
    writeAgain(`${workerData}-wal`);
    database.exec('rollback');
    const moved = database.prepare('pragma wal_checkpoint(truncate)').get();
    if (moved?.['busy'] !== 0) throw new Error('Another process reads what has to be written anew.');
    const found = database.prepare('pragma quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') throw new Error(`The database is damaged (${found}): restore a copy.`);
  },
};

/**
 * Writes a file over itself and syncs it. After a failed sync the kernel takes what it could not write for written, so
 * that another sync alone would prove nothing.
 */
function writeAgain(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let at = 0, bytes = -1; bytes !== 0; at += bytes) {
      bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
      for (let written = 0; written < bytes; ) {
        written += writeSync(descriptor, chunk, written, bytes - written, at + written);
      }
    }
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function run(task: Task): Done {
  try {
    const database = new DatabaseSync(workerData, { timeout: BUSY_TIMEOUT });
    try {
      database.exec('pragma wal_autocheckpoint = 0');
      tasks[task](database);
    } finally {
      database.close();
    }
    return {};
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { failure: { message, errcode } };
  }
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(run(task)));
