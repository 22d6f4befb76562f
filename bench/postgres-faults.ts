import { setTimeout } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/testing/embedded-postgres.ts';
import { administer, freshPostgres } from '../server/testing/fresh-database.ts';
import { startNetwork } from '../server/testing/network.ts';
import { startProgram } from '../server/testing/program.ts';
import { type SteadyLoad, startSteadyLoad } from '../server/testing/steady-load.ts';
import { send } from '../server/testing/test-app.ts';

/*
 * What the faults of PostgreSQL cost: one server of ours under a steady load of 16 writers, a PostgreSQL that waits for
 * its disk, and a network between them that can be cut. After all of it every acknowledged portion must be kept, once.
 *
 *   node_modules/.bin/node bench/postgres-faults.ts
 */

const WRITERS = 16;
const CALM_MS = 6000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Makes something happen, waits until it is calm again, and says what the people noticed. */
async function happen(name: string, load: SteadyLoad, fault: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await fault();
  const end = performance.now();
  await setTimeout(CALM_MS);
  const acknowledged = load.acknowledgedAt.filter((at) => at > start && at < end).length;
  const refused = load.refusedAt.filter((at) => at > start);
  const again = load.acknowledgedAt.find((at) => at > end) ?? Number.NaN;
  const normal = Math.max(end, ...refused) - end;
  const times = load.acknowledgedAt.filter((at) => at > start);
  const silence = Math.max(...times.map((at, index) => at - (times[index - 1] ?? start)));
  console.log(
    `${name}: ${seconds(end - start)}, meanwhile ${acknowledged} kept; ${refused.length} calls refused in all; ` +
      `longest silence ${seconds(silence)}; first kept ${seconds(again - end)}, last refused ${seconds(normal)} after the end`,
  );
}

const postgres = await startEmbeddedPostgres({ durable: true });
const network = await startNetwork(postgres.port);
const { url } = await freshPostgres(`${postgres.url}/postgres`);
const throughNetwork = Object.assign(new URL(url), { port: String(network.port) }).href;
const program = await startProgram({ DATABASE_URL: throughNetwork });
const body = { email: 'ann@example.com', password: 'correct horse' };
const { token } = (await send(program.url, 'POST /api/users/register', { body })).body;
const load = startSteadyLoad(program.url, token, WRITERS);
await setTimeout(CALM_MS);
console.log(
  `calm: ${seconds(CALM_MS)}, ${load.acknowledgedAt.length} kept, ${load.refusedAt.length} refused`,
);

await happen('all connections ended every second', load, async () => {
  for (let second = 0; second < 60; second++) {
    await administer(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await setTimeout(1000);
  }
});
await happen('PostgreSQL restarted', load, () => postgres.restart('fast'));
await happen('PostgreSQL crashed and recovered', load, () => postgres.restart('immediate'));
await happen('network cut for 10 s', load, async () => {
  network.cut();
  await setTimeout(10_000);
  network.heal();
});

await load.finish();
const { exitCode } = await Promise.race([
  program.ended.then(({ code }) => ({ exitCode: code })),
  setTimeout(0, { exitCode: undefined }),
]);
if (exitCode !== undefined) throw new Error(`The server ended with ${exitCode}.`);
console.log(
  `${load.acknowledgedAt.length} portions were acknowledged; all of them are kept, once, by the same process.`,
);
await program.stop('SIGTERM');
network.stop();
await postgres.stop();
