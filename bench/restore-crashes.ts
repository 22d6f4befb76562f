import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../server/database/open.ts';
import { addDemoPerson } from '../server/demo/demo-person.ts';

/*
 * Kills restores and copies at any moment: the database must be the old one or the new one, whole, and of a copy there is
 * the old file or the new one, whole.
 *
 *   node_modules/.bin/node bench/restore-crashes.ts [rounds]
 */

const ROUNDS = Number(process.argv[2] ?? 100);

const folder = mkdtempSync(join(tmpdir(), 'drink-it-crashes-'));
const [database, copy, old] = ['drink-it.db', 'copy.db', 'old.db'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
await (await openDatabase(`sqlite:${old}`).then(async (made) => (await addDemoPerson(made), made))).destroy();
copyFileSync(old, copy);
rename(copy, 'New');

const took = { restore: await timeOf('restore', Number.POSITIVE_INFINITY), backup: 0 };
took.backup = await timeOf('backup', Number.POSITIVE_INFINITY);
const counts: Record<string, number> = {};
for (let round = 0; round < ROUNDS; round++) {
  const command = round % 2 === 0 ? 'restore' : 'backup';
  clean();
  // As a server leaves it that was killed: the last of it in a WAL.
  copyFileSync(old, join(folder, 'before.db'));
  const writer = rename(join(folder, 'before.db'), 'Old', false);
  for (const end of ['', '-wal']) copyFileSync(`${join(folder, 'before.db')}${end}`, database + end);
  writer.close();
  await timeOf(command, took[command] * (0.4 + 0.8 * Math.random()));

  const files = readdirSync(folder);
  const name = nameIn(database);
  const replaced = files.find((file) => /replaced-[^-]+-\d\d-\d\dT[\d-]+$/.test(file));
  if (name === 'New' && nameIn(join(folder, replaced ?? '')) !== 'Old')
    throw new Error('The old one is lost.');
  if (name !== 'New' && name !== 'Old') throw new Error(`The database holds ${name}.`);
  const made = join(folder, 'made.db');
  const copied = existsSync(made) ? nameIn(made) : 'nothing';
  if (copied !== 'Old' && copied !== 'nothing') throw new Error(`The copy holds ${copied}.`);
  const outcome =
    command === 'restore'
      ? `restore killed: the database is the ${name} one`
      : `backup killed: ${copied} made`;
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}
console.log(counts);
rmSync(folder, { recursive: true });

/** Runs a command, killed after some time; returns how long it took, ms. */
async function timeOf(command: 'restore' | 'backup', killAfter: number): Promise<number> {
  const script = fileURLToPath(new URL(`../server/backup/${command}.ts`, import.meta.url));
  const args = command === 'restore' ? [copy] : [join(folder, 'made.db'), '--overwrite'];
  const env = { ...process.env, DATABASE_URL: `sqlite:${database}` };
  const begun = performance.now();
  const child = spawn(process.execPath, [script, ...args], { env, stdio: 'ignore' });
  const ended = once(child, 'close');
  if (Number.isFinite(killAfter)) {
    await Promise.race([ended, setTimeout(killAfter)]);
    child.kill('SIGKILL');
  }
  await ended;
  return performance.now() - begun;
}

function clean(): void {
  const kept = new Set(['old.db', 'copy.db']);
  for (const file of readdirSync(folder)) if (!kept.has(file)) rmSync(join(folder, file));
}

function rename(file: string, name: string, isClosed = true): DatabaseSync {
  const raw = new DatabaseSync(file);
  raw.exec(`pragma journal_mode = ${isClosed ? 'delete' : 'wal'}`);
  raw.prepare('update account set name = ?').run(name);
  if (isClosed) raw.close();
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
