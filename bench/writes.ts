import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProgram } from '../server/testing/program.ts';
import { alternate, medianOf } from './alternate.ts';
import { startChild } from './child.ts';
import { atLeast, type Figure, figure, milliseconds, rate } from './figure.ts';
import { type Load, type LoadResult, lay } from './load.ts';
import { makePeople, ON_DAY, type Person } from './people.ts';

const PEOPLE = 200;
const ROUNDS = 5;
const SECONDS = 4;

/** Portions that are on the disk before they are acknowledged, against a loop of single inserts on the same disk. */
export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-bench-'));
  const [oursFile, bareFile] = [join(folder, 'ours.db'), join(folder, 'bare.db')];
  const people = await makePeople(`sqlite:${oursFile}`, PEOPLE);
  const [anybody] = await makePeople(`sqlite:${bareFile}`, 1);
  const program = await startProgram({ DATABASE_URL: `sqlite:${oursFile}`, LOG_LEVEL: 'info' });
  const acknowledged: string[] = [];
  const add = async (headers: Record<string, string>) => {
    const result = await lay(addingPortions(program.url, people, headers));
    for (const id of result.ids) acknowledged.push(id);
    return result;
  };
  const { ours, named, inserts } = await alternate(ROUNDS, {
    ours: () => add({}),
    named: () => add({ 'idempotency-key': '[<id>]' }),
    inserts: () => insertAlone(bareFile, anybody?.account ?? ''),
  });
  await program.stop('SIGTERM');
  const lost = countLost(oursFile, acknowledged);
  rmSync(folder, { recursive: true });

  const perSecond = (runs: LoadResult[]) => medianOf(runs, (run) => run.perSecond);
  const alone = medianOf(inserts, (run) => run);
  return [
    figure('portions added', rate(perSecond(ours))),
    figure('portions added under a key, as the browser does', rate(perSecond(named))),
    figure('single inserts, each committed', rate(alone)),
    atLeast('ratio', perSecond(ours) / alone, 1.5),
    figure('ratio under a key', (perSecond(named) / alone).toFixed(2)),
    figure('99 of 100 within', milliseconds(medianOf(ours, ({ p99 }) => p99))),
    figure('acknowledged', acknowledged.length.toLocaleString('en')),
    { what: 'of them lost', value: String(lost), target: '0', isMet: lost === 0 },
  ];
}

export function addingPortions(url: string, people: Person[], headers: Record<string, string>): Load {
  return {
    url,
    connections: 50,
    seconds: SECONDS,
    keepsIds: true,
    requests: people.map((person) => ({
      method: 'POST',
      path: '/api/user/water',
      headers: { ...person.headers, ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ waterVolume: 250, time: ON_DAY }),
    })),
  };
}

async function insertAlone(file: string, account: string): Promise<number> {
  const child = await startChild('bare-writes.ts', file, account, String(SECONDS));
  await child.stop();
  return Number(child.said);
}

function countLost(file: string, ids: string[]): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const kept = new Set(
    database
      .prepare('select id from portion')
      .all()
      .map(({ id }) => id),
  );
  database.close();
  return ids.filter((id) => !kept.has(id)).length;
}
