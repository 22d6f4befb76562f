import { setTimeout } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DiskFull, PassingFault } from './faults.ts';
import { isFailedSync, toFault } from './sqlite-faults.ts';
import { SqliteFile, type SyncFile, values } from './sqlite-file.ts';
import { SqliteThread } from './sqlite-thread.ts';

/** So many pages of 4 KiB in the write-ahead log are moved into the database. */
const CHECKPOINT_PAGES = 1000;

/** How long the log is, is looked at once in so many writes: to look takes as long as a short query. */
const WRITES_A_LOOK = 50;

/** How long after a vain attempt to mend the database the next one begins, ms. */
const MEND_PAUSE = 1000;

/**
 * One connection to a SQLite file, lent to one query or transaction at a time. Whoever may have written gives it back
 * first and waits for the disk then, so that the next one writes meanwhile and shares the next sync.
 */
export class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #sync: SyncFile;
  readonly #thread: SqliteThread;
  readonly #ending = new AbortController();
  readonly #connection = new SqliteConnection();
  readonly #waiting: (() => void)[] = [];
  #isLent = false;
  #writes = 0;
  /** Whether what is read now is read in one transaction, which ends with this turn of the event loop. */
  #isReading = false;
  #checkpoint: Promise<void> | undefined;
  #mending: Promise<void> | undefined;
  /** Why no call is taken: a sync has failed and the database is not mended yet. */
  #fault: PassingFault | undefined;

  constructor(path: string, sync: SyncFile) {
    this.#path = path;
    this.#sync = sync;
    this.#thread = new SqliteThread(path);
    this.#connection.file = new SqliteFile(path, sync);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    // Nobody waits behind the mending, which may take as long as the disk is failing.
    if (this.#fault) throw this.#fault;
    await this.#turn();
    if (!this.#fault) return this.#connection;
    this.#next();
    throw this.#fault;
  }

  /**
   * Runs a query that stands alone, if it need not wait for its turn. What only reads is read without lending the
   * connection, all of one turn of the event loop in one transaction, which saves SQLite two locks a query: whatever was
   * written before these calls came is in it.
   */
  runAtOnce<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> | undefined {
    if (this.#isLent || this.#fault || this.#ending.signal.aborted) return undefined;
    const rows = this.#readAtOnce<Row>(query);
    return rows ? Promise.resolve({ rows }) : this.#lendFor(query);
  }

  /** What a query reads; undefined if it may write, or cannot be read. */
  #readAtOnce<Row>({ sql, parameters }: CompiledQuery): Row[] | undefined {
    try {
      const { statement, isReader, mayWrite } = this.#connection.file.prepare(sql);
      if (mayWrite || !isReader) return undefined;
      this.#beginReading();
      return statement.all(...values(parameters)) as Row[];
    } catch {
      return undefined;
    }
  }

  async #lendFor<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const connection = await this.acquireConnection();
    try {
      return await connection.executeQuery<Row>(query);
    } finally {
      await this.releaseConnection(connection);
    }
  }

  /** Gives the connection to the next, then waits until what was written is on the disk. */
  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const { file, hasWritten, failedSync, hasNoRoom } = connection;
    connection.hasWritten = false;
    connection.failedSync = undefined;
    connection.hasNoRoom = false;
    // What is moved into the database leaves room in the log.
    const isLogLong = hasNoRoom || (hasWritten && this.#isLogLong(file));
    this.#next();
    if (failedSync) this.#mend(file, failedSync);
    if (isLogLong && !this.#fault) this.#checkpoint ??= this.#moveLog();
    if (!hasWritten) return;
    try {
      await file.log.wait();
    } catch (error) {
      throw this.#mend(file, error);
    }
  }

  #isLogLong(file: SqliteFile): boolean {
    this.#writes += 1;
    return this.#writes % WRITES_A_LOOK === 0 && file.pagesInLog() >= CHECKPOINT_PAGES;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    // One that begins to write later than it reads would fail at once if another process wrote between.
    connection.control('begin immediate');
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.control('commit');
    connection.hasWritten = true;
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // A full or failing disk has rolled it back already.
    if (connection.file.isInTransaction) connection.control('rollback');
  }

  async destroy(): Promise<void> {
    this.#ending.abort();
    // Those who still wait for the disk are told before the file is closed.
    await this.#connection.file.log.wait().catch(() => {});
    await this.#thread.end();
    await this.#checkpoint;
    await this.#mending;
    this.#endReading();
    this.#connection.file.close();
  }

  #beginReading(): void {
    if (this.#isReading) return;
    this.#connection.control('begin');
    this.#isReading = true;
    setImmediate(() => this.#endReading());
  }

  #endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#connection.control('commit');
  }

  #turn(): Promise<void> | undefined {
    this.#endReading();
    if (this.#isLent) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isLent = true;
    return undefined;
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isLent = false;
  }

  /**
   * Moves the log into the database while calls go on, then what came meanwhile while calls wait: only then does the
   * log begin anew. SQLite by itself would do it inside a commit, on this thread, and would keep failed syncs to itself.
   */
  async #moveLog(): Promise<void> {
    try {
      await this.#thread.run('checkpoint');
      await this.#turn();
      try {
        if (!this.#ending.signal.aborted) await this.#thread.run('checkpoint');
      } finally {
        this.#next();
      }
    } catch (error) {
      // Any other failure, such as of a full disk, only leaves it to the next time.
      if (isFailedSync(error)) this.#mend(this.#connection.file, error);
    } finally {
      this.#checkpoint = undefined;
    }
  }

  /**
   * After a failed sync of this file: calls are refused until the database is proven sound on a new handle. Returns
   * the reason.
   */
  #mend(file: SqliteFile, error: unknown): PassingFault {
    const fault = new PassingFault('a sync failed; the database is being opened anew', { cause: error });
    // A sync that hung may tell of its failure when all is mended.
    if (this.#fault || file !== this.#connection.file) return this.#fault ?? fault;
    this.#fault = fault;
    file.log.fail(error);
    this.#mending = this.#openAnew();
    return fault;
  }

  async #openAnew(): Promise<void> {
    await this.#checkpoint;
    await this.#turn();
    while (!this.#ending.signal.aborted) {
      try {
        await this.#thread.run('mend');
        const file = new SqliteFile(this.#path, this.#sync);
        this.#connection.file.close();
        this.#connection.file = file;
        this.#fault = undefined;
        break;
      } catch (error) {
        this.#fault = new PassingFault('a sync failed, and so does mending it', { cause: error });
        await setTimeout(MEND_PAUSE, undefined, { signal: this.#ending.signal }).catch(() => {});
      }
    }
    this.#next();
  }
}

class SqliteConnection implements DatabaseConnection {
  declare file: SqliteFile;
  /** Whether its borrower may have written, or have seen what another one wrote that is not on the disk yet. */
  hasWritten = false;
  /** SQLite's own word that a sync has failed. */
  failedSync: unknown;
  hasNoRoom = false;

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { statement, isReader, mayWrite } = this.file.prepare(sql);
      const result = isReader
        ? { rows: statement.all(...values(parameters)) }
        : { rows: [], numAffectedRows: BigInt(statement.run(...values(parameters)).changes) };
      // What stands in a transaction is written by its commit.
      if (mayWrite && !this.file.isInTransaction) this.hasWritten = true;
      return result as QueryResult<Row>;
    } catch (error) {
      throw this.#noted(error);
    }
  }

  /** Nobody reads that much at once: the rows come in one piece. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  /** Begins or ends a transaction. */
  control(sql: 'begin' | 'begin immediate' | 'commit' | 'rollback'): void {
    try {
      this.file.prepare(sql).statement.run();
    } catch (error) {
      throw this.#noted(error);
    }
  }

  #noted(error: unknown): unknown {
    if (isFailedSync(error)) this.failedSync = error;
    const fault = toFault(error);
    if (fault instanceof DiskFull) this.hasNoRoom = true;
    return fault;
  }
}
