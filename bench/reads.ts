import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../server/testing/program.ts';
import { alternate, medianOf } from './alternate.ts';
import { startChild } from './child.ts';
import { atLeast, type Figure, figure, milliseconds, rate } from './figure.ts';
import { type Load, lay } from './load.ts';
import { DAY, makePeople, ON_DAY } from './people.ts';

const PEOPLE = 200;
const ROUNDS = 5;

/** The day of somebody signed in, against a bare `node:http` server that reads the same portions from the same file. */
export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-bench-'));
  const file = join(folder, 'reads.db');
  const people = await makePeople(`sqlite:${file}`, PEOPLE);
  const program = await startProgram({ DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'info' });
  const bare = await startChild('bare-reads.ts', file);
  const load = { connections: 50, seconds: 4 };
  const oursLoad: Load = {
    ...load,
    url: program.url,
    requests: people.map(({ headers }) => ({
      method: 'GET',
      path: `/api/user/water/today?date=${ON_DAY}`,
      headers,
    })),
  };
  const bareLoad: Load = {
    ...load,
    url: `http://127.0.0.1:${bare.said}`,
    requests: people.map(({ account }) => ({ method: 'GET', path: `/?${account}&${DAY}` })),
  };
  try {
    const { ours, theirs } = await alternate(ROUNDS, {
      ours: () => lay(oursLoad),
      theirs: () => lay(bareLoad),
    });
    const [oursPerSecond, barePerSecond] = [ours, theirs].map((runs) =>
      medianOf(runs, ({ perSecond }) => perSecond),
    ) as [number, number];
    return [
      figure('the day, signed in', rate(oursPerSecond)),
      figure('bare node:http with the same query', rate(barePerSecond)),
      atLeast('ratio', oursPerSecond / barePerSecond, 0.6),
      figure('99 of 100 within', milliseconds(medianOf(ours, ({ p99 }) => p99))),
      figure('the same of the bare server', milliseconds(medianOf(theirs, ({ p99 }) => p99))),
    ];
  } finally {
    await bare.stop();
    await program.stop('SIGTERM');
    rmSync(folder, { recursive: true });
  }
}
