import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { live, namedWrite } from './believable-life.ts';
import { everyAnswer } from './every-answer.ts';
import { FIXTURES, type Fixture, fromBytes } from './fixtures.ts';
import { type Program, startProgram } from './program.ts';
import { startReceiver } from './push-service.ts';
import { send } from './test-app.ts';

/*
 * Writes server/database/fixtures/<version>.json: a real database of a version, which that version's own server filled,
 * and what it answered. Of this version, or of the one that is checked out in a folder that is named:
 *   node_modules/.bin/node server/testing/write-fixture.ts [folder]
 */

const [checkout = '.'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'drink-it-fixture-'));
const file = join(folder, 'drink-it.db');
const receiver = await startReceiver();
const server = await startProgram(
  { DATABASE_URL: `sqlite:${file}`, OUTBOUND_ALLOW: receiver.host, DAILY_COPIES: '0', RATE_LIMITS: 'on' },
  resolve(checkout, 'server/main.ts'),
);
try {
  const people = [await newPerson(server, 'ann'), await newPerson(server, 'boris')];
  // One has touched everything, the other nothing.
  const [ann] = people as [Fixture['people'][0]];
  await live(server.url, ann.token, receiver.host);
  // So many calls within a second that a server tells others of them.
  for (let calls = 0; calls < 40; calls++)
    await send(server.url, 'GET /api/users/current', { token: ann.token });
  await untilWritten();
  const again = await send(server.url, 'POST /api/user/water', { token: ann.token, ...namedWrite });
  ann.named = again.body;
  const madeAt = new Date().toISOString();
  for (const person of people) person.answers = await everyAnswer(server.url, person.token);
  await server.stop('SIGTERM');

  const { version, tables } = dump();
  const empty = Object.keys(tables).filter((table) => tables[table]?.length === 0);
  if (empty.length > 0) throw new Error(`No row in ${empty.join(', ')}: have believable-life.ts leave one.`);
  const fixture: Fixture = { version, madeAt, people, tables };
  const target = join(FIXTURES, `${version}.json`);
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(target, JSON.stringify(fixture, fromBytes, 2));
  spawnSync('node_modules/.bin/biome', ['format', '--write', target], { stdio: 'inherit' });
  console.log(`Wrote ${target}.`);
} finally {
  await server.stop('SIGKILL');
  await receiver.stop();
  rmSync(folder, { recursive: true });
}

async function newPerson({ url }: Program, name: string): Promise<Fixture['people'][0]> {
  const credentials = { email: `${name}@example.com`, password: `the horse of ${name}` };
  const headers = { 'Time-Zone': 'Europe/Kyiv' };
  const { body } = await send(url, 'POST /api/users/register', { body: credentials, headers });
  // A try that fails leaves its trace too.
  await send(url, 'POST /api/users/login', { body: { ...credentials, password: 'the wrong horse' } });
  return { ...credentials, token: body.token, answers: {}, named: null };
}

/** Waits for what a server writes of its own accord: the fate of deliveries, and counts of calls, once a second. */
async function untilWritten(): Promise<void> {
  const isWritten = () => {
    const { reminder_delivery: deliveries = [], call_count: counts } = dump().tables;
    return !deliveries.some(({ state }) => state === 'waiting') && counts?.length !== 0;
  };
  for (let tries = 0; !isWritten() && tries < 100; tries++) await setTimeout(100);
}

/** Every row of every table, in the order of the key. */
function dump(): Pick<Fixture, 'version' | 'tables'> {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (query: string) => database.prepare(query).all();
  try {
    const names = all(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`,
    );
    return {
      version: String(all('select max(name) as name from kysely_migration')[0]?.['name']),
      tables: Object.fromEntries(names.map(({ name }) => [name, all(`select * from "${name}"`).map(plain)])),
    };
  } finally {
    database.close();
  }
}

function plain(row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? Buffer.from(value) : value,
  ]);
  return Object.fromEntries(values);
}
