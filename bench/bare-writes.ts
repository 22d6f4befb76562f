import { DatabaseSync } from 'node:sqlite';

/*
 * What writes.ts measures against, in a process of its own: a loop of single inserts, each committed by itself, on the
 * disk before the next. Nothing else: no network, no session, no answer. It says how many a second it was.
 */
const [file = '', account = '', seconds = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 5000 });
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
const insert = database.prepare(
  'insert into portion (account_id, day, id, time, volume_ml) values (?, ?, ?, ?, ?)',
);
const start = performance.now();
let count = 0;
while (performance.now() - start < Number(seconds) * 1000) {
  insert.run(account, '2026-01-15', crypto.randomUUID(), '12:00', 250);
  count += 1;
}
console.log((count * 1000) / (performance.now() - start));
database.close();
