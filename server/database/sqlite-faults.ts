import { AccountErased, DiskFull, PassingFault } from './faults.ts';

/**
 * Primary result codes of a database that cannot do this at the moment: busy, locked, read-only (as a file system is
 * after its disk failed), failing disk, full, cannot be opened, lost a race for the write-ahead log.
 */
const PASSING = new Set([5, 6, 8, 10, 13, 14, 15]);
const FULL = 13;
const PRIMARY_RESULT_CODE = 0xff;

/** Every foreign key leads to the account, so one that leads nowhere means that it was erased meanwhile. */
const CONSTRAINT_FOREIGNKEY = 787;

/** SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC. */
const FAILED_SYNC = new Set([1034, 1290]);

const codeOf = (error: unknown): number => {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === 'number' ? code : 0;
};

/** Whether SQLite says that the disk did not take what it was told to keep. */
export function isFailedSync(error: unknown): boolean {
  return FAILED_SYNC.has(codeOf(error));
}

/** What SQLite threw, as a fault that callers know. */
export function toFault(error: unknown): unknown {
  const code = codeOf(error);
  const primary = code & PRIMARY_RESULT_CODE;
  if (code === CONSTRAINT_FOREIGNKEY) return new AccountErased('', { cause: error });
  if (primary === FULL) return new DiskFull('the disk of the SQLite database is full', { cause: error });
  return PASSING.has(primary) ? new PassingFault('SQLite cannot do this now', { cause: error }) : error;
}
