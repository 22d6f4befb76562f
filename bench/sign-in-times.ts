import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../server/testing/program.ts';

/*
 * Whether the time of a refused sign-in tells if an account exists: unknown accounts and wrong passwords by turns, one
 * after the other, and the medians of both. `node_modules/.bin/node bench/sign-in-times.ts`
 */

const TRIES = 200;
const MOST_APART_MS = 5;

const folder = mkdtempSync(join(tmpdir(), 'drink-it-sign-in-'));
const server = await startProgram({ DATABASE_URL: `sqlite:${join(folder, 'bench.db')}` });
try {
  const email = 'known@example.com';
  await post('register', { email, password: 'correct horse' });
  const times = { unknown: [] as number[], wrong: [] as number[] };
  for (let index = -10; index < TRIES; index++) {
    const unknown = await timed(`${randomUUID().slice(0, 5)}@example.com`);
    const wrong = await timed(email);
    // The first ones warm up.
    if (index < 0) continue;
    times.unknown.push(unknown);
    times.wrong.push(wrong);
  }
  const [unknown, wrong] = [median(times.unknown), median(times.wrong)];
  const apart = Math.abs(unknown - wrong);
  console.log(`unknown account: median ${unknown.toFixed(2)} ms of ${TRIES} tries`);
  console.log(`wrong password:  median ${wrong.toFixed(2)} ms of ${TRIES} tries`);
  console.log(`apart: ${apart.toFixed(2)} ms (at most ${MOST_APART_MS})`);
  process.exitCode = apart <= MOST_APART_MS ? 0 : 1;
} finally {
  await server.stop('SIGTERM');
  rmSync(folder, { recursive: true });
}

function post(call: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}/api/users/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** How long a sign-in with a wrong password takes, ms. */
async function timed(email: string): Promise<number> {
  const start = performance.now();
  const answer = await post('login', { email, password: 'not the right one' });
  await answer.text();
  if (answer.status !== 401) throw new Error(`The server answered ${answer.status}.`);
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
