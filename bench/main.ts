import { availableParallelism, cpus } from 'node:os';
import { type Figure, table } from './figure.ts';

/*
 * The speed of the product, each measurement in a file of its own:
 *
 *   npm run bench                    all of them, one after the other
 *   npm run bench -- reads growth    some of them
 *   npm run bench -- growth 1000000   with no more than 10^6 portions
 *
 * Everything is started here, on loopback and in folders that are thrown away. Run nothing else meanwhile.
 */

const measurements: Record<string, () => Promise<{ measure(argument?: string): Promise<Figure[]> }>> = {
  reads: () => import('./reads.ts'),
  writes: () => import('./writes.ts'),
  growth: () => import('./growth.ts'),
  resources: () => import('./resources.ts'),
  browser: () => import('./browser.ts'),
  postgres: () => import('./postgres.ts'),
  servers: () => import('./servers.ts'),
};

const named = process.argv.slice(2);
const argument = named.at(-1)?.match(/^\d+$/) ? named.pop() : undefined;
const unknown = named.find((name) => !(name in measurements));
if (unknown) {
  console.error(`There is no measurement "${unknown}": name ${Object.keys(measurements).join(', ')}.`);
  process.exit(1);
}

console.log(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}; Node ${process.version}\n`);
let isMissed = false;
for (const name of named.length > 0 ? named : Object.keys(measurements)) {
  const figures = await (await measurements[name]?.())?.measure(argument);
  console.log(`${name}\n${table(figures ?? [])}\n`);
  isMissed ||= (figures ?? []).some(({ isMet }) => isMet === false);
}
process.exit(isMissed ? 1 : 0);
