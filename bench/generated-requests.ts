import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../contract/calls.ts';
import { startEmbeddedPostgres } from '../server/testing/embedded-postgres.ts';
import { freshPostgres } from '../server/testing/fresh-database.ts';
import { sendGeneratedRequests } from '../server/testing/generated/send-generated.ts';
import { startProgram } from '../server/testing/program.ts';
import { startReceiver } from '../server/testing/push-service.ts';

/*
 * Sends 50,000 requests, generated from the declarations of the calls, to a server in a process of its own and checks
 * every answer against its declaration. The first one that is wrong ends it, with the seed that makes it again.
 *
 *   node_modules/.bin/node bench/generated-requests.ts [requests] [seed] [postgres]
 */

const [requests = '50000', seed = String(Math.floor(Math.random() * 2 ** 31)), engine] =
  process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'drink-it-'));
const postgres = engine === 'postgres' ? await startEmbeddedPostgres() : undefined;
const databaseUrl = postgres
  ? (await freshPostgres(`${postgres.url}/postgres`)).url
  : `sqlite:${join(folder, 'generated.db')}`;
const receiver = await startReceiver();
const program = await startProgram({
  DATABASE_URL: databaseUrl,
  OUTBOUND_ALLOW: receiver.host,
  RATE_LIMITS: 'off',
});
try {
  const start = performance.now();
  const tally = await sendGeneratedRequests({
    url: program.url,
    receiver,
    requests: Number(requests),
    seed: Number(seed),
  });
  for (const [name, outcomes] of [...tally].sort()) {
    const counts = [...outcomes].sort().map(([outcome, count]) => `${count} x ${outcome}`);
    console.log(`${name}: ${counts.join(', ')}`);
  }
  for (const [name, { status }] of Object.entries(calls)) {
    if (!tally.get(name)?.has(String(status))) throw new Error(`${name} has not succeeded once.`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${requests} requests in ${seconds} s on ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);
} finally {
  const { stderr } = await program.stop('SIGTERM');
  if (stderr) console.error(stderr);
  await receiver.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}
