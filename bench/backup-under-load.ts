import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../server/testing/program.ts';
import { send } from '../server/testing/test-app.ts';

/* How long writers wait while a large database is copied. Method and last figures: bench/README.md. */

const PORTIONS = Number(process.argv[2] ?? 4_000_000);
const WRITERS = 16;
const QUIET_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'drink-it-bench-'));
const file = join(folder, 'drink-it.db');
const server = await startProgram({ DATABASE_URL: `sqlite:${file}`, DAILY_COPIES: '0' });
try {
  const credentials = { email: 'ann@example.com', password: 'correct horse' };
  const { token, user } = (await send(server.url, 'POST /api/users/register', { body: credentials })).body;
  seed(user.id);
  console.log(`${PORTIONS} portions, ${(statSync(file).size / 1e6).toFixed(0)} MB`);

  const waits: number[] = [];
  let isOver = false;
  const write = async () => {
    const call = { token, body: { waterVolume: 1, time: '2026-01-01T12:00' } };
    while (!isOver) {
      const begun = performance.now();
      const { status } = await send(server.url, 'POST /api/user/water', call);
      if (status !== 201) throw new Error(`A portion was answered ${status}.`);
      waits.push(performance.now() - begun);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  const report = async (what: string, work: () => Promise<unknown>) => {
    waits.length = 0;
    const begun = performance.now();
    await work();
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0);
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${(sorted.length / seconds).toFixed(0)} portions/s, a portion took ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(1)} ms (longest)`,
    );
  };
  await report('no copy', () => setTimeout(QUIET_MS));
  await report('npm run backup', () => run('backup.ts', [join(folder, 'copy.db')]));
  await report('daily copy', () => run('daily-copy.ts', [file, '14']));
  isOver = true;
  await writing;
} finally {
  await server.stop('SIGKILL');
  rmSync(folder, { recursive: true });
}

function seed(account: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  const insert = database.prepare('insert into portion values (?, ?, ?, ?, ?)');
  const day = new Date('2025-12-31T12:00Z');
  for (let added = 0; added < PORTIONS; ) {
    database.exec('begin immediate');
    for (let inBatch = 0; inBatch < 100_000 && added < PORTIONS; inBatch++, added++) {
      if (added % 1000 === 0) day.setUTCDate(day.getUTCDate() - 1);
      insert.run(account, day.toISOString().slice(0, 10), crypto.randomUUID(), '12:00', 250);
    }
    database.exec('commit');
  }
  database.close();
}

async function run(script: string, args: string[]): Promise<void> {
  const path = fileURLToPath(new URL(`../server/backup/${script}`, import.meta.url));
  const env = { ...process.env, DATABASE_URL: `sqlite:${file}` };
  const [code] = await once(spawn(process.execPath, [path, ...args], { env, stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error(`${script} ended with ${code}.`);
}
