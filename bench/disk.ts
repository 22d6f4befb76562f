import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Program, startProgram } from '../server/testing/program.ts';
import { startSteadyLoad } from '../server/testing/steady-load.ts';
import { send } from '../server/testing/test-app.ts';
import { folderOnDisk } from './folder-on-disk.ts';

/*
 * What a full and a failing disk do to a server on SQLite: a file system of 2 MiB that is filled up, and system calls
 * that strace lets fail with EIO under the load of 8 writers, each of whom repeats a portion under its key until it is
 * acknowledged. At the end every acknowledged portion must be kept, once, by the same process. Needs root for the
 * first, strace (`apt install strace`) and the right to trace for the second.
 *
 *   node_modules/.bin/node bench/disk.ts
 */

const CALM_MS = 2000;
const MOST_WRITES = 5000;
const DAY = '2026-01-01';

async function signUp(url: string): Promise<string> {
  const body = { email: 'ann@example.com', password: 'correct horse' };
  return (await send(url, 'POST /api/users/register', { body })).body.token;
}

const statusOf = async (url: string, what: 'live' | 'ready') =>
  (await send(url, `GET /api/health/${what}`)).status;

function expectStatus(what: string, status: number, expected: number): void {
  if (status !== expected) throw new Error(`${what} is answered ${status}, not ${expected}.`);
}

async function isReadyAgain(url: string): Promise<number> {
  const start = performance.now();
  while ((await statusOf(url, 'ready')) !== 200) {
    if (performance.now() - start > 30_000) throw new Error('It is not ready again after 30 s.');
    await setTimeout(20);
  }
  return performance.now() - start;
}

async function fillDisk(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    console.log(`Full disk: left out, for a file system of 2 MiB wants root (${mounted.stderr}).`);
    return;
  }
  const filler = join(folder, 'filler');
  const program = await startProgram({ DATABASE_URL: `sqlite:${join(folder, 'small.db')}` });
  try {
    const { url } = program;
    const token = await signUp(url);
    const kept = new Set<string>();
    const add = async () => {
      const body = { waterVolume: 1, time: `${DAY}T12:00` };
      const answer = await send(url, 'POST /api/user/water', { token, body });
      if (answer.status === 201) kept.add(answer.body.id);
      return answer;
    };
    await add();
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    // The server finds a little room yet: what it moves out of its log may be written over.
    let answer = await add();
    for (let refused = 0; refused < 5 && kept.size < MOST_WRITES; answer = await add()) {
      if (answer.status === 201) refused = 0;
      else refused += 1;
      if (refused > 0) await setTimeout(200);
    }
    expectStatus('A write without room', answer.status, 503);
    console.log(`Full disk: after ${kept.size} portions a write is answered 503, "${answer.body.detail}"`);
    const readDay = () => send(url, `GET /api/user/water/today?date=${DAY}T12:00`, { token });
    expectStatus('Reading without room', (await readDay()).status, 200);
    expectStatus('live', await statusOf(url, 'live'), 200);
    await setTimeout(1100);
    expectStatus('ready', await statusOf(url, 'ready'), 503);

    rmSync(filler);
    const readyMs = await isReadyAgain(url);
    for (let count = 0; count < 100; count++) expectStatus('A write with room', (await add()).status, 201);
    const stored = (await readDay()).body.waterlist.map(({ id }: { id: string }) => id);
    if (stored.length !== kept.size || !stored.every((id: string) => kept.has(id))) {
      throw new Error(`${stored.length} portions are kept, ${kept.size} were acknowledged.`);
    }
    console.log(
      `With room again: ready after ${Math.round(readyMs)} ms, writes as before, all ${kept.size} portions kept.`,
    );
  } finally {
    await program.stop('SIGTERM');
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  }
}

/** Lets system calls of a process fail until the returned function is called. */
async function inject(program: Program, fault: string): Promise<() => Promise<void>> {
  const call = fault.split(':', 1)[0];
  const options = ['-f', '-qq', '-e', `trace=${call}`, '-e', `inject=${fault}`, '-o', '/dev/null'];
  const strace = spawn('strace', [...options, '-p', String(program.pid)], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => strace.on('close', () => resolve()));
  return async () => {
    strace.kill('SIGINT');
    await ended;
  };
}

async function failDisk(): Promise<void> {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0) {
    console.log('Failing disk: left out, for strace is not here or may not trace.');
    return;
  }
  const folder = folderOnDisk('disk');
  const program = await startProgram({ DATABASE_URL: `sqlite:${join(folder, 'failing.db')}` });
  try {
    const { url } = program;
    const load = startSteadyLoad(url, await signUp(url));
    for (const [name, fault, ms] of [
      ['One sync of each thread fails', 'fdatasync:error=EIO:when=3', 2000],
      ['Every sync fails for 3 s', 'fdatasync:error=EIO', 3000],
      ["SQLite's own syncs fail for 3 s", 'fsync:error=EIO', 3000],
      ['Every write fails for 3 s', 'pwrite64:error=EIO', 3000],
      ['Every write finds no room for 3 s', 'pwrite64:error=ENOSPC', 3000],
    ] as const) {
      await load.more(200);
      await isReadyAgain(url);
      const start = performance.now();
      const heal = await inject(program, fault);
      let unready = 0;
      let asked = 0;
      while (performance.now() - start < ms) {
        asked += 1;
        if ((await statusOf(url, 'ready')) !== 200) unready += 1;
        await setTimeout(5);
      }
      await heal();
      const healed = performance.now();
      const readyMs = await isReadyAgain(url);
      await load.more(50);
      await setTimeout(CALM_MS);
      const refused = load.refusedAt.filter((at) => at > start);
      const lastRefused = Math.max(healed, ...refused) - healed;
      console.log(
        `${name}: ${refused.length} calls refused, not ready ${unready} of ${asked} times; ` +
          `ready ${Math.round(readyMs)} ms and last refused ${Math.round(lastRefused)} ms after the end.`,
      );
      if (refused.length === 0 || unready === 0) console.log('  (Nothing failed: the fault met no call.)');
    }
    await load.finish();
    const isRunning = await Promise.race([program.ended.then(() => false), setTimeout(0, true)]);
    if (!isRunning) throw new Error('The server has ended.');
    console.log(
      `Failing disk: ${load.acknowledgedAt.length} portions were acknowledged; all of them are kept, once, by the same process.`,
    );
  } finally {
    await program.stop('SIGTERM');
    rmSync(folder, { recursive: true });
  }
}

await fillDisk();
await failDisk();
