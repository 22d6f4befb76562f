import { join } from 'node:path';
import { alternate, medianOf } from './alternate.ts';
import { startChild } from './child.ts';
import { atLeast, type Figure, figure, milliseconds, rate } from './figure.ts';
import { inFreshFolder } from './fresh-folder.ts';
import { type LoadResult, lay } from './load.ts';
import { DAY, MONTH, makePeople, reading } from './people.ts';
import { startServer } from './start-server.ts';

const PEOPLE = 200;
const ROUNDS = 5;
const load = { connections: 50, seconds: 4 };

/** The day of somebody signed in, against a bare `node:http` server that reads the same portions from the same file. */
export const measure = () =>
  inFreshFolder(async (folder): Promise<Figure[]> => {
    const file = join(folder, 'reads.db');
    const people = await makePeople(`sqlite:${file}`, PEOPLE);
    const program = await startServer(`sqlite:${file}`);
    const bare = await startChild('bare-reads.ts', file);
    const bareUrl = `http://127.0.0.1:${bare.said}`;
    const bareRequests = people.map(({ account }) => ({ method: 'GET', path: `/?${account}&${DAY}` }));
    const runs = await alternate<Record<'day' | 'month' | 'bare', LoadResult>>(ROUNDS, {
      day: () => lay({ ...load, url: program.url, requests: reading(people) }),
      bare: () => lay({ ...load, url: bareUrl, requests: bareRequests }),
      month: () => lay({ ...load, url: program.url, requests: reading(people, MONTH) }),
    });
    await bare.stop();
    await program.stop('SIGTERM');

    const perSecond = (name: keyof typeof runs) => medianOf(runs[name], (run) => run.perSecond);
    return [
      figure('the day, signed in', rate(perSecond('day'))),
      figure('the month, signed in', rate(perSecond('month'))),
      figure('bare node:http with the query of a day', rate(perSecond('bare'))),
      atLeast('day : bare', perSecond('day') / perSecond('bare'), 0.6),
      figure('99 of 100 days within', milliseconds(medianOf(runs.day, ({ p99 }) => p99))),
      figure('the same of the bare server', milliseconds(medianOf(runs.bare, ({ p99 }) => p99))),
    ];
  });
