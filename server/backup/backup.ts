import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { type AnyDatabase, copyDatabase, type Row } from '../database/copy-database.ts';
import { type AsItIs, openAsItIs, openAtVersion, versionOf } from '../database/open.ts';
import { reporter } from '../database/report-progress.ts';
import { onEnd } from '../program.ts';
import { StartError } from '../start-error.ts';
import { fromWhereCalled, refuseOptions, runCommand } from './command-line.ts';
import { contentsOf, copyOf, inWords, mustBeWhole } from './sqlite-file.ts';
import { COMPANIONS, writeBeside } from './write-beside.ts';

const USAGE = 'Say where the copy is to lie: npm run backup -- FILE [--overwrite]';

/** Copies the database of `DATABASE_URL`, of either engine, into one SQLite file, while servers are at work on it. */
await runCommand(async () => {
  onEnd(async () => process.exit(1));
  const { file, mayReplace } = readArguments();
  const { databaseUrl } = readConfig(process.env);
  if (databaseUrl.startsWith('sqlite:'))
    await backUpSqlite(databaseUrl.slice('sqlite:'.length), file, mayReplace);
  else await backUpPostgres(databaseUrl, file, mayReplace);
  console.log(`${file} is complete and checked, ${inWords(contentsOf(file))}.`);
});

function readArguments(): { file: string; mayReplace: boolean } {
  const { values, positionals } = refuseOptions(USAGE, () =>
    parseArgs({ allowPositionals: true, options: { overwrite: { type: 'boolean', default: false } } }),
  );
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new StartError(`${USAGE}.`);
  return { file: fromWhereCalled(file), mayReplace: values.overwrite };
}

async function backUpSqlite(database: string, file: string, mayReplace: boolean): Promise<void> {
  if (['', ...COMPANIONS].some((end) => resolve(database + end) === file)) {
    throw new StartError(`${file} is the database itself: name another file.`);
  }
  const write = async (partial: string) => {
    await copyOf(database, partial);
    versionOf(database, contentsOf(partial).migrations);
    return true;
  };
  await writeBeside(file, write, { mayReplace });
}

/** All rows as they are at one moment, in a new SQLite file of the same version. */
async function backUpPostgres(url: string, file: string, mayReplace: boolean): Promise<void> {
  const source: AsItIs<Record<string, Row>> = await openAsItIs(url);
  const write = async (partial: string) => {
    const target: AnyDatabase = await openAtVersion(`sqlite:${partial}`, source.version);
    try {
      await copyDatabase(source.database, target, reporter(), source.version);
    } finally {
      await target.destroy();
    }
    mustBeWhole(partial, file);
    return true;
  };
  await writeBeside(file, write, { mayReplace }).finally(() => source.database.destroy());
}
