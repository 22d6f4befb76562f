import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A transaction for pgbench: statements, on one line each. */
export interface Script {
  name: string;
  text: string;
}

/**
 * Runs scripts in turn at random, with prepared statements, on so many connections, and returns transactions a second.
 * @throws if pgbench is not installed or says that anything failed.
 */
export function runPgbench(
  databaseUrl: string,
  folder: string,
  connections: number,
  seconds: number,
  scripts: readonly Script[],
): number {
  const files = scripts.map(({ name, text }) => {
    const file = join(folder, `${name}.pgbench`);
    writeFileSync(file, text);
    return ['-f', file];
  });
  const output = execFileSync(
    findPgbench(),
    [
      ...['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)],
      ...files.flat(),
      databaseUrl,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(output)?.[1] ?? 0);
  if (!perSecond || failed > 0) throw new Error(`pgbench says: ${output}`);
  return perSecond;
}

const DEBIAN = '/usr/lib/postgresql';

function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  const known = ['/usr/bin/pgbench', ...versions.map((version) => join(DEBIAN, version, 'bin', 'pgbench'))];
  const found = known.find((path) => existsSync(path));
  if (!found) throw new Error('Install pgbench first: apt-get install postgresql-contrib');
  return found;
}
