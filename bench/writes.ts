import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { alternate, medianOf } from './alternate.ts';
import { startChild } from './child.ts';
import { atLeast, type Figure, figure, milliseconds, rate } from './figure.ts';
import { inFreshFolder } from './fresh-folder.ts';
import { type LoadResult, lay } from './load.ts';
import { adding, makePeople } from './people.ts';
import { startServer } from './start-server.ts';

const PEOPLE = 200;
const ROUNDS = 5;
const SECONDS = 4;

/** Portions that are on the disk before they are acknowledged, against a loop of single inserts on the same disk. */
export const measure = () =>
  inFreshFolder(async (folder): Promise<Figure[]> => {
    const [oursFile, aloneFile] = [join(folder, 'ours.db'), join(folder, 'alone.db')];
    const people = await makePeople(`sqlite:${oursFile}`, PEOPLE);
    const [anybody] = await makePeople(`sqlite:${aloneFile}`, 1);
    const program = await startServer(`sqlite:${oursFile}`);
    const acknowledged: string[] = [];
    const add = async (headers: Record<string, string>) => {
      const requests = adding(people, headers);
      const result = await lay({
        url: program.url,
        connections: 50,
        seconds: SECONDS,
        keepsIds: true,
        requests,
      });
      for (const id of result.ids) acknowledged.push(id);
      return result;
    };
    const runs = await alternate<{ plain: LoadResult; named: LoadResult; alone: number }>(ROUNDS, {
      plain: () => add({}),
      alone: () => insertAlone(aloneFile, anybody?.account ?? ''),
      named: () => add({ 'idempotency-key': '[<id>]' }),
    });
    await program.stop('SIGTERM');
    const lost = countLost(oursFile, acknowledged);

    const alone = medianOf(runs.alone, (perSecond) => perSecond);
    const [plain, named] = [runs.plain, runs.named].map((side) => medianOf(side, (run) => run.perSecond)) as [
      number,
      number,
    ];
    return [
      figure('portions added', rate(plain)),
      figure('portions added under a key, as browsers do', rate(named)),
      figure('single inserts, each on the disk before the next', rate(alone)),
      atLeast('portions : inserts', plain / alone, 1.5),
      figure('under a key : inserts', (named / alone).toFixed(2)),
      figure('99 of 100 within', milliseconds(medianOf(runs.plain, ({ p99 }) => p99))),
      figure('acknowledged in all', acknowledged.length.toLocaleString('en')),
      { what: 'of these not found afterwards', value: String(lost), target: '0', isMet: lost === 0 },
    ];
  });

async function insertAlone(file: string, account: string): Promise<number> {
  const child = await startChild('bare-writes.ts', file, account, String(SECONDS));
  await child.stop();
  return Number(child.said);
}

function countLost(file: string, ids: string[]): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select id from portion').all();
  database.close();
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !kept.has(id)).length;
}
