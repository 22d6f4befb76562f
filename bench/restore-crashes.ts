import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../server/database/open.ts';
import { addDemoPerson } from '../server/demo/demo-person.ts';

/*
 * Kills a restore and a backup at each of their calls that change the disk, one after the other (with strace). The
 * database must be the old one or the new one, whole, and the old one kept; a copy must be there whole or not at all.
 *
 *   node_modules/.bin/node bench/restore-crashes.ts
 */

const CALLS = [
  'link',
  'unlink',
  'rename',
  'fsync',
  'fdatasync',
  'pwrite64',
  'ftruncate',
  'fchmod',
  'chmod',
  'chown',
  'copy_file_range',
];
/** Of one call at most so many times: what comes later is more of the same file. */
const TIMES = 12;

const folder = mkdtempSync(join(tmpdir(), 'drink-it-crashes-'));
const inFolder = (name: string) => join(folder, name);
const [database, copy, made] = [inFolder('drink-it.db'), inFolder('copy.db'), inFolder('made.db')];

const first = await openDatabase(`sqlite:${copy}`);
await addDemoPerson(first);
await first.destroy();
copyFileSync(copy, inFolder('left.db'));
call(copy, 'New', 'delete').close();
// As a server leaves it that was killed: the last of it in a WAL.
const server = call(inFolder('left.db'), 'Old', 'wal');
for (const end of ['', '-wal']) copyFileSync(inFolder(`left.db${end}`), inFolder(`killed.db${end}`));
server.close();

for (const [command, argument] of [
  ['restore', copy],
  ['backup', made],
] as const) {
  const counts: Record<string, number> = {};
  for (const name of CALLS) {
    for (let time = 1; time <= TIMES; time++) {
      for (const file of readdirSync(folder)) if (/^(drink-it|made)/.test(file)) rmSync(inFolder(file));
      for (const end of ['', '-wal']) copyFileSync(inFolder(`killed.db${end}`), database + end);
      if (!isKilledAt(name, time, command, argument)) break;
      const outcome = look();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  }
  console.log(
    `${command}, killed ${Object.values(counts).reduce((sum, count) => sum + count, 0)} times:`,
    counts,
  );
}
rmSync(folder, { recursive: true });

/** Runs a command and kills it at a system call; false if it never came to that. */
function isKilledAt(name: string, time: number, command: string, argument: string): boolean {
  const script = fileURLToPath(new URL(`../server/backup/${command}.ts`, import.meta.url));
  const { status, signal, error } = spawnSync(
    'strace',
    [
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${name}`,
      '-e',
      `inject=${name}:signal=KILL:when=${time}`,
      process.execPath,
      script,
      argument,
    ],
    { env: { ...process.env, DATABASE_URL: `sqlite:${database}` } },
  );
  if (error) throw error;
  return signal === 'SIGKILL' || status === 137;
}

/** What is there after the crash. */
function look(): string {
  const name = nameIn(database);
  const replaced = readdirSync(folder).find((file) => file.includes('.replaced-') && !file.endsWith('-wal'));
  if (name === 'New' && nameIn(inFolder(replaced ?? '')) !== 'Old')
    throw new Error('The old database is lost.');
  if (name !== 'New' && name !== 'Old') throw new Error(`The database holds ${name}.`);
  if (!existsSync(made)) return `${name} database`;
  if (nameIn(made) !== 'Old') throw new Error('The copy is of something else.');
  return `${name} database, and a copy`;
}

/** Gives the person in a database another name. */
function call(file: string, name: string, journal: 'wal' | 'delete'): DatabaseSync {
  const raw = new DatabaseSync(file);
  raw.exec(`pragma journal_mode = ${journal}`);
  raw.prepare('update account set name = ?').run(name);
  return raw;
}

/** Whose database it is, once it has proved whole. */
function nameIn(file: string): unknown {
  const raw = new DatabaseSync(file);
  try {
    const [check] = raw.prepare('pragma integrity_check(1)').all();
    if (check?.['integrity_check'] !== 'ok') throw new Error(`${file} is damaged.`);
    return raw.prepare('select name from account').get()?.['name'];
  } finally {
    raw.close();
  }
}
