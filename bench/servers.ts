import { startEmbeddedPostgres } from '../server/testing/embedded-postgres.ts';
import { freshPostgres } from '../server/testing/fresh-database.ts';
import { startRoundRobin } from '../server/testing/round-robin.ts';
import { alternate, medianOf } from './alternate.ts';
import { type Figure, figure, rate } from './figure.ts';
import { lay } from './load.ts';
import { adding, makePeople, reading } from './people.ts';
import { processorMs } from './process-figures.ts';
import { startServer } from './start-server.ts';

const ROUNDS = 3;
const SECONDS = 4;

/** What came of a load, and what processor time each part had for it, in milliseconds a second. */
interface Run {
  perSecond: number;
  servers: number;
  balancer: number;
}

/** Three servers on one PostgreSQL behind a round-robin, against one of them behind the same. */
export async function measure(): Promise<Figure[]> {
  const engine = await startEmbeddedPostgres({ durable: true });
  const { url } = await freshPostgres(`${engine.url}/postgres`);
  const people = await makePeople(url, 20);
  const programs = await Promise.all([1, 2, 3].map(() => startServer(url)));
  const urls = programs.map((program) => program.url);
  const balancers = { one: await startRoundRobin(urls.slice(0, 1)), three: await startRoundRobin(urls) };
  // The balancers run in this process, which does nothing else meanwhile.
  const run = async (name: 'one' | 'three', requests: ReturnType<typeof reading>): Promise<Run> => {
    const spent = () => ({
      servers: programs.reduce((sum, { pid }) => sum + processorMs(pid), 0),
      balancer: processorMs(process.pid),
    });
    const before = spent();
    const { perSecond } = await lay({
      url: balancers[name].url,
      connections: 50,
      seconds: SECONDS,
      requests,
    });
    const after = spent();
    return {
      perSecond,
      servers: (after.servers - before.servers) / SECONDS,
      balancer: (after.balancer - before.balancer) / SECONDS,
    };
  };
  const figures: Figure[] = [];
  for (const [what, requests] of [
    ['days read', reading(people)],
    ['portions added', adding(people)],
  ] as const) {
    const runs = await alternate<Record<'one' | 'three', Run>>(ROUNDS, {
      one: () => run('one', requests),
      three: () => run('three', requests),
    });
    const of = (name: 'one' | 'three', member: keyof Run) => medianOf(runs[name], (result) => result[member]);
    for (const name of ['one', 'three'] as const) {
      figures.push(
        figure(`${what}, ${name} behind the round-robin`, rate(of(name, 'perSecond'))),
        figure('  of two processors, the servers had', share(of(name, 'servers'))),
        figure('  and the round-robin', share(of(name, 'balancer'))),
      );
    }
    figures.push(figure('three : one', (of('three', 'perSecond') / of('one', 'perSecond')).toFixed(2)));
  }
  for (const balancer of Object.values(balancers)) await balancer.stop();
  await Promise.all(programs.map((program) => program.stop('SIGTERM')));
  await engine.stop();
  return figures;
}

const share = (millisecondsPerSecond: number) => (millisecondsPerSecond / 1000).toFixed(2);
