import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { atMost, type Figure, figure, median } from './figure.ts';
import { inFreshFolder } from './fresh-folder.ts';
import { lay } from './load.ts';
import { adding, MONTH, makePeople, type Person, reading } from './people.ts';
import { residentMb } from './process-figures.ts';
import { startServer } from './start-server.ts';

const STARTS = 7;
const REST_MS = 5000;
const SECONDS = 20;

const megabytes = (amount: number) => `${Math.round(amount)} MB`;
const seconds = (amount: number) => `${amount.toFixed(2)} s`;

/** How long the server takes to start, and what it holds in memory at rest and under full load. */
export const measure = () =>
  inFreshFolder(async (folder): Promise<Figure[]> => {
    const url = `sqlite:${join(folder, 'water.db')}`;
    // As `npm start` keeps it; the start that fills it does not count.
    const start = () => startServer(url, { NODE_COMPILE_CACHE: join(folder, 'compiled') });
    const people = await makePeople(url, 200);
    const starts: number[] = [];
    for (let count = 0; count <= STARTS; count += 1) {
      const begin = performance.now();
      const program = await start();
      if (count > 0) starts.push((performance.now() - begin) / 1000);
      await program.stop('SIGTERM');
    }
    const program = await start();
    await setTimeout(REST_MS);
    const atRest = residentMb(program.pid);
    const underLoad = await mostResident(program.pid, everything(program.url, people));
    await setTimeout(REST_MS);
    const after = residentMb(program.pid);
    await program.stop('SIGTERM');
    return [
      atMost('from start to ready', median(starts), 0.7, seconds),
      atMost('resident at rest', atRest, 90, megabytes),
      atMost('resident under full load, at most', underLoad, 180, megabytes),
      figure('resident at rest again', megabytes(after)),
    ];
  });

/** Reads of days and months, and writes, all at once on 50 connections. */
function everything(url: string, people: Person[]): Promise<unknown> {
  const requests = [...reading(people), ...reading(people, MONTH), ...adding(people)];
  // One call of each kind after the other.
  const mixed = people.flatMap((_, index) => [0, 1, 2].map((kind) => requests[index + kind * people.length]));
  return lay({
    url,
    connections: 50,
    seconds: SECONDS,
    requests: mixed.filter((request) => request !== undefined),
  });
}

/** The most that a process holds while some work goes on, MB. */
async function mostResident(pid: number, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) {
    most = Math.max(most, residentMb(pid));
    await setTimeout(100);
  }
  await ended;
  return most;
}
