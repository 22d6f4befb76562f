import { closeSync, fdatasync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { SharedSync } from './shared-sync.ts';

/** How long a writer waits for another process that holds the database, ms. */
export const BUSY_TIMEOUT = 5000;

/** A database that is gone with its connection, for what needs no more; there is no log then. */
const IN_MEMORY = ':memory:';

/** Brings what was written through a descriptor to the disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

/** `fdatasync`, on Node's thread pool. */
export const syncFile: SyncFile = promisify(fdatasync);

/** A statement, prepared once. */
export interface Prepared {
  statement: StatementSync;
  /** Whether it answers rows. */
  isReader: boolean;
  /** Whether it may have written something where it stands alone. */
  mayWrite: boolean;
}

/** A bound value; Kysely knows no narrower type of them. */
export const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

const NEVER_WRITES = /^\s*(?:select|pragma)\b/i;

/** An open database file with its write-ahead log. A commit writes to the log; `log` brings it to the disk. */
export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #descriptor: number | undefined;
  readonly #prepared = new Map<string, Prepared>();
  readonly #extent: StatementSync;
  readonly log: SharedSync;

  /** Opens it, making it and its folder where they are missing. */
  constructor(file: string, sync: SyncFile) {
    mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
    try {
      // NORMAL: SQLite syncs the log itself only before it moves it into the database and when it begins it anew.
      this.#database.exec(
        'pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma foreign_keys = on',
      );
      this.#extent = this.#database.prepare('pragma wal_checkpoint(noop)');
      this.#descriptor = file === IN_MEMORY ? undefined : this.#openLog(file);
    } catch (error) {
      this.#database.close();
      throw error;
    }
    const descriptor = this.#descriptor;
    this.log = new SharedSync(async () => (descriptor === undefined ? undefined : sync(descriptor)));
  }

  /** The log stays this very file for as long as the database is open here, and SQLite locks nothing in it. */
  #openLog(file: string): number {
    // The first to read makes it where there is none.
    this.#database.prepare('pragma schema_version').get();
    const mode = this.#database.prepare('pragma journal_mode').get()?.['journal_mode'];
    if (mode !== 'wal')
      throw new Error(`its journal is kept as "${mode}" where it must be a write-ahead log`);
    return openSync(`${file}-wal`, 'r+');
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = {
      statement,
      isReader: statement.columns().length > 0,
      mayWrite: !NEVER_WRITES.test(sql),
    };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  /** How many pages the log holds that are not in the database yet; 0 if that cannot be told now. */
  pagesInLog(): number {
    try {
      const { log, checkpointed } = this.#extent.get() as { log: number; checkpointed: number };
      return log - checkpointed;
    } catch {
      return 0;
    }
  }

  close(): void {
    this.#database.close();
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
