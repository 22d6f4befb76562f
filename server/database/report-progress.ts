import type { Progress } from './copy-database.ts';

const REPORT_EVERY_MS = 1000;

/** Prints a line when a table is done, and once a second while it is not. */
export function reporter(): (progress: Progress) => void {
  let reportedAt = 0;
  return ({ table, rows, of }) => {
    if (rows < of && Date.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = Date.now();
    console.log(`${table}: ${rows} of ${of} rows`);
  };
}
