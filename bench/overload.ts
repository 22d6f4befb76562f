import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProgram } from '../server/testing/program.ts';
import { send } from '../server/testing/test-app.ts';

/*
 * What a flood of sign-ins does to those who are signed in: 50 sign-ins are under way all the time, while a day, a
 * month and the welcome page (a file, where it was built) are read, 50 times a second in all.
 *
 *   node_modules/.bin/node bench/overload.ts
 */

const SIGN_INS = 50;
const SECONDS = 15;
const READ_EVERY_MS = 20;
const LIMIT_MS = 100;

const folder = await mkdtemp(join(tmpdir(), 'drink-it-'));
const program = await startProgram({
  DATABASE_URL: `sqlite:${join(folder, 'overload.db')}`,
  RATE_LIMITS: 'off',
});
const account = { email: 'ann@example.com', password: 'correct horse' };
const { token } = (await send(program.url, 'POST /api/users/register', { body: account })).body;
for (let count = 0; count < 100; count++) {
  const time = `2026-01-${String(1 + (count % 31)).padStart(2, '0')}T12:00`;
  await send(program.url, 'POST /api/user/water', { token, body: { waterVolume: 250, time } });
}

const reads = {
  day: 'GET /api/user/water/today?date=2026-01-01T12:00',
  month: 'GET /api/user/water/month?date=2026-01',
  file: 'GET /project-drink-it/',
};

/** Reads for so many seconds, each on time whether or not those before were answered, and tells how long each took. */
async function read(): Promise<Record<string, number[]>> {
  const took: Record<string, number[]> = {};
  const underWay: Promise<void>[] = [];
  const names = Object.entries(reads);
  const count = (SECONDS * 1000) / READ_EVERY_MS;
  const begin = performance.now();
  for (let index = 0; index < count; index++) {
    const due = begin + index * READ_EVERY_MS;
    await setTimeout(Math.max(0, due - performance.now()));
    const [name, call] = names[index % names.length] ?? ['', ''];
    underWay.push(
      send(program.url, call, { token }).then(({ status }) => {
        if (status !== 200 && name !== 'file') throw new Error(`${call} was answered ${status}.`);
        took[name] = [...(took[name] ?? []), performance.now() - due];
      }),
    );
  }
  await Promise.all(underWay);
  return took;
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function report(name: string, took: Record<string, number[]>): number {
  for (const [what, values] of Object.entries(took)) {
    const [median, high, most] = [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(1));
    console.log(`${name}, ${what}: median ${median} ms, 99th percentile ${high} ms, longest ${most} ms`);
  }
  return percentile(Object.values(took).flat(), 0.99);
}

/** So many sign-ins under way, each followed by another, until it is over. */
async function flood(atOnce: number, isOver: () => boolean): Promise<Map<number, number[]>> {
  const took = new Map<number, number[]>();
  const worker = async () => {
    while (!isOver()) {
      const start = performance.now();
      const { status } = await send(program.url, 'POST /api/users/login', { body: account });
      took.set(status, [...(took.get(status) ?? []), performance.now() - start]);
      // A caller who was refused and does not wait at all would measure its own loop.
      if (status === 503) await setTimeout(200);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return took;
}

async function readDuring(atOnce: number): Promise<number> {
  let isOver = false;
  const flooding = flood(atOnce, () => isOver);
  await setTimeout(1000);
  const high = report(`${atOnce} sign-ins at once`, await read());
  isOver = true;
  for (const [status, times] of await flooding) {
    const median = percentile(times, 0.5).toFixed(0);
    console.log(`  ${times.length} sign-ins answered ${status}, median ${median} ms`);
  }
  return high;
}

try {
  report('warming up', await read());
  report('calm', await read());
  const high = await readDuring(SIGN_INS);
  await readDuring(4 * SIGN_INS);
  if (high > LIMIT_MS) throw new Error(`Reads took ${high.toFixed(0)} ms at the 99th percentile.`);
} finally {
  const { stderr } = await program.stop('SIGTERM');
  if (stderr) console.error(stderr);
  rmSync(folder, { recursive: true });
}
