import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { type AnyDatabase, copyDatabase } from '../database/copy-database.ts';
import { newestVersion, openAtVersion, openPatiently, versionOf } from '../database/open.ts';
import { reporter } from '../database/report-progress.ts';
import { tableShapes } from '../database/table-shapes.ts';
import { onEnd } from '../program.ts';
import { StartError } from '../start-error.ts';
import { fromWhereCalled, refuseOptions, runCommand } from './command-line.ts';
import { replaceDatabase } from './replace-database.ts';
import { contentsOf, inWords, mustBeWhole } from './sqlite-file.ts';
import { OWNER_ONLY, writeBeside } from './write-beside.ts';

const USAGE = 'Say which copy is to be restored: npm run restore -- FILE [--server-is-stopped]';

/**
 * Makes a copy that `npm run backup` or the server made the database of `DATABASE_URL`. Checked is the very file that
 * comes into its place; whatever is wrong with it is found before anything is changed.
 */
await runCommand(async () => {
  onEnd(async () => process.exit(1));
  const { file, isStopped } = readArguments();
  const { databaseUrl } = readConfig(process.env);
  mustBeACopy(file);
  if (databaseUrl.startsWith('sqlite:')) {
    await restoreSqlite(file, databaseUrl.slice('sqlite:'.length), isStopped);
  } else {
    await restorePostgres(file, databaseUrl);
  }
  console.log('Now start the server.');
});

function readArguments(): { file: string; isStopped: boolean } {
  const options = { 'server-is-stopped': { type: 'boolean', default: false } } as const;
  const { values, positionals } = refuseOptions(USAGE, () => parseArgs({ allowPositionals: true, options }));
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new StartError(`${USAGE}.`);
  return { file: fromWhereCalled(file), isStopped: values['server-is-stopped'] };
}

function mustBeACopy(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new StartError(`There is no file ${file}: name a copy that was made before.`);
  }
  const inUse = ['-wal', '-journal'].find((end) => statSync(file + end, { throwIfNoEntry: false })?.size);
  if (inUse) {
    throw new StartError(
      `${file} is a database in use and not a copy (there is ${file}${inUse}): make a copy with DATABASE_URL=sqlite:${file} npm run backup -- FILE.`,
    );
  }
}

async function restoreSqlite(file: string, database: string, isStopped: boolean): Promise<void> {
  mkdirSync(dirname(database), { recursive: true });
  let replaced: string | undefined;
  const restored = `${database}.restored`;
  const write = async (partial: string) => {
    copyPrivately(file, partial);
    await mustBeOurs(partial, file);
    return true;
  };
  await writeBeside(restored, write, { mayReplace: true });
  try {
    replaced = replaceDatabase(database, restored, isStopped);
  } finally {
    rmSync(restored, { force: true });
  }
  if (replaced) console.log(`What was there before is kept as ${replaced}.`);
  console.log(`${database} is now what ${file} holds, ${inWords(contentsOf(database))}.`);
}

/** Copies every row into an empty database, brought up to date on the way; the file itself is only read. */
async function restorePostgres(file: string, url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-restore-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, 'copy.db');
  copyPrivately(file, own);
  await mustBeOurs(own, file);
  const source: AnyDatabase = await openAtVersion(`sqlite:${own}`, newestVersion());
  const target: AnyDatabase = await openPatiently(url, false);
  try {
    await copyDatabase(source, target, reporter());
  } finally {
    await source.destroy();
    await target.destroy();
  }
  console.log(`The database now holds what ${file} holds.`);
}

/** A copy takes the rights of its original along, which may be one that nobody is to write. */
function copyPrivately(file: string, copy: string): void {
  copyFileSync(file, copy);
  chmodSync(copy, OWNER_ONLY);
}

/**
 * @throws StartError if the file is damaged, is none of Drink it, lacks a table or column of its version, or was
 * written by a newer version.
 */
async function mustBeOurs(copy: string, shown: string): Promise<void> {
  mustBeWhole(copy, shown);
  const { migrations, columns } = contentsOf(copy);
  const shapes = await tableShapes(versionOf(shown, migrations));
  const expected = shapes.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  const missing = expected.find((column) => !columns.includes(column));
  if (missing) {
    throw new StartError(
      `${shown} lacks ${missing}, which every database of its version has: use another copy.`,
    );
  }
}
