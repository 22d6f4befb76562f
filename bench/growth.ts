import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addDays } from '../contract/calendar.ts';
import { newId } from '../server/database/new-id.ts';
import { alternate } from './alternate.ts';
import { atMost, type Figure, figure, median, milliseconds } from './figure.ts';
import { inFreshFolder } from './fresh-folder.ts';
import { GLASSES_AT, MONTH, makePeople, type Person, TODAY, VOLUME_ML } from './people.ts';
import { startServer } from './start-server.ts';

const ACCOUNTS = 10_000;
const LAST_DAY = '2026-01-31';
const MONTH_DAYS = 31;
const ROUNDS = 7;
const CALLS = 500;

/**
 * The day and the month of somebody while others drink too: 10^3, 10^5 and, unless told otherwise, 10^7 portions of
 * 10^4 accounts. Whoever drinks has the same full month of eight glasses a day in each of the databases, so that the
 * answers are alike and only what lies around them grows.
 */
export const measure = (largest = '10000000') =>
  inFreshFolder(async (folder): Promise<Figure[]> => {
    const figures: Figure[] = [];
    const sizes = [1000, 100_000, Number(largest)];
    const askers: { day(): Promise<number>; month(): Promise<number>; stop(): Promise<unknown> }[] = [];
    for (const size of sizes) {
      const file = join(folder, `${size}.db`);
      const people = await makePeople(`sqlite:${file}`, ACCOUNTS, { areThirsty: false });
      const { drinkers, bytesPerPortion } = fill(file, people, size);
      figures.push(figure(`on the disk at ${inWords(size)}`, `${bytesPerPortion} bytes a portion`));
      const program = await startServer(`sqlite:${file}`);
      askers.push({
        day: () => medianTime(program.url, drinkers, TODAY),
        month: () => medianTime(program.url, drinkers, MONTH),
        stop: () => program.stop('SIGTERM'),
      });
    }
    for (const call of ['day', 'month'] as const) {
      const runs = await alternate(
        ROUNDS,
        Object.fromEntries(askers.map((asker, index) => [`${sizes[index]}`, asker[call]])),
      );
      const times = sizes.map((size) => median(runs[`${size}`] ?? []));
      for (const [index, size] of sizes.entries()) {
        figures.push(figure(`the ${call} at ${inWords(size)}`, milliseconds(times[index] ?? Number.NaN)));
      }
      figures.push(atMost(`the ${call}: slowest : fastest`, Math.max(...times) / Math.min(...times), 1.3));
    }
    for (const asker of askers) await asker.stop();
    return figures;
  });

const inWords = (size: number) => `${size.toLocaleString('en')} portions`;

/**
 * Adds about so many portions, day by day, in the order in which people would: what lies side by side in the end came
 * at different times, and the pages are as full as that leaves them.
 */
function fill(file: string, people: Person[], size: number) {
  const database = new DatabaseSync(file);
  const before = bytesOf(database);
  const count = Math.min(people.length, Math.max(1, Math.round(size / (MONTH_DAYS * GLASSES_AT.length))));
  const drinkers = pick(people, count);
  const days = Math.max(MONTH_DAYS, Math.round(size / (count * GLASSES_AT.length)));
  database.exec('pragma synchronous = off; pragma cache_size = -2000000; begin');
  const insert = database.prepare(
    'insert into portion (account_id, day, id, time, volume_ml) values (?, ?, ?, ?, ?)',
  );
  let added = 0;
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const day = addDays(LAST_DAY, -ago);
    for (const time of GLASSES_AT) {
      for (const { account } of drinkers) insert.run(account, day, newId(), time, VOLUME_ML);
      added += drinkers.length;
    }
  }
  database.exec('commit; pragma wal_checkpoint(truncate)');
  const bytesPerPortion = Math.round((bytesOf(database) - before) / added);
  database.close();
  return { drinkers, bytesPerPortion };
}

function bytesOf(database: DatabaseSync): number {
  const row = database
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get();
  return Number(row?.['bytes']);
}

/** So many of them, spread over all. */
function pick(people: Person[], count: number): Person[] {
  return Array.from(
    { length: count },
    (_, index) => people[Math.floor((index * people.length) / count)],
  ).filter((person) => person !== undefined);
}

/** The median time of one call after the other, each of somebody else, ms. */
async function medianTime(url: string, people: Person[], path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const person = people[Math.floor(Math.random() * people.length)];
    const start = performance.now();
    await ask(url + path, person?.headers ?? {}, agent);
    times.push(performance.now() - start);
  }
  agent.destroy();
  return median(times);
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered ${answer.statusCode}.`));
      answer.resume().on('end', resolve);
    }).on('error', reject);
  });
}
