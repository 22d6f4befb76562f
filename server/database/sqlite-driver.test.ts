import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskFull, PassingFault } from './faults.ts';
import type { Database } from './open.ts';
import { prepare } from './prepare.ts';
import { SqliteFileDialect } from './sqlite.ts';
import { syncFile } from './sqlite-file.ts';

/* What is acknowledged is on the disk: the syncs are real, and the tests say when each begins and how it ends. */

interface Tables {
  drop: { id: number; content: string };
}

let folder: string;
let file: string;
let database: Kysely<Tables>;
/** Called as a sync begins; it goes to the disk when this resolves. */
let beforeSync: () => Promise<void>;
let syncs: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drink-it-driver-'));
  file = join(folder, 'test.db');
  beforeSync = async () => {};
  const sync = async (descriptor: number) => {
    syncs += 1;
    await beforeSync();
    await syncFile(descriptor);
  };
  database = new Kysely<Tables>({ dialect: new SqliteFileDialect(file, sync) });
  await database.schema
    .createTable('drop')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('content', 'text')
    .execute();
  syncs = 0;
});
afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

const add = (id: number, content = '') => database.insertInto('drop').values({ id, content }).execute();
const addInTransaction = (id: number) =>
  database
    .transaction()
    .execute((transaction) => transaction.insertInto('drop').values({ id, content: '' }).execute());
const ids = async () =>
  (await database.selectFrom('drop').select('id').orderBy('id').execute()).map(({ id }) => id);

const withDrops = (prepared: Database) => prepared as unknown as Kysely<Tables>;
const asAny = () => database as unknown as Database;
const insertPrepared = prepare((prepared, { id }: { id: number }) =>
  withDrops(prepared).insertInto('drop').values({ id, content: '' }),
);
const selectPrepared = prepare((prepared) =>
  withDrops(prepared).selectFrom('drop').select('id').orderBy('id'),
);
const addAtOnce = (id: number) => insertPrepared(asAny(), { id });
const idsAtOnce = async () => (await selectPrepared(asAny(), {})).rows.map(({ id }) => id);

test.each([
  ['a statement', add],
  ['a prepared statement', addAtOnce],
  ['a transaction', addInTransaction],
])('%s that wrote is not done before a sync that began after it', async (_, write) => {
  const gate = Promise.withResolvers<void>();
  beforeSync = () => gate.promise;
  let isDone = false;
  const writing = write(1).then(() => {
    isDone = true;
  });
  await vi.waitFor(() => expect(syncs).toBe(1));
  // Reading, and the writes of others, wait for nothing meanwhile; those writes need the next sync.
  expect(await ids()).toEqual([1]);
  const others = [add(2), addInTransaction(3), addAtOnce(4)];
  await vi.waitFor(async () => expect(await ids()).toEqual([1, 2, 3, 4]));
  expect(await idsAtOnce()).toEqual([1, 2, 3, 4]);
  expect(isDone).toBe(false);
  expect(syncs).toBe(1);
  gate.resolve();
  await Promise.all([writing, ...others]);
  expect(syncs).toBe(2);
});

test('writes at once share their syncs', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, id) => (id % 2 ? add(id) : addInTransaction(id))));
  expect(await ids()).toHaveLength(200);
  expect(syncs).toBeLessThan(20);
});

test('what reads, or comes to nothing, syncs nothing', async () => {
  await ids();
  const giveUp = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('drop').values({ id: 1, content: '' }).execute();
    throw new Error('no');
  });
  await expect(giveUp).rejects.toThrow('no');
  await expect(add(1).then(() => add(1))).rejects.toThrow('UNIQUE');
  expect(syncs).toBe(1);
  expect(await ids()).toEqual([1]);
});

test('a transaction that only saw what another one wrote waits for the disk as well', async () => {
  const gate = Promise.withResolvers<void>();
  beforeSync = () => gate.promise;
  let isSeen = false;
  const writing = add(1);
  const repeating = database
    .transaction()
    .execute((transaction) => transaction.selectFrom('drop').select('id').execute())
    .then(() => {
      isSeen = true;
    });
  await vi.waitFor(() => expect(syncs).toBe(1));
  await ids();
  expect(isSeen).toBe(false);
  gate.resolve();
  await Promise.all([writing, repeating]);
});

test('after a failed sync the database is opened anew and has all that was acknowledged', async () => {
  await add(1);
  beforeSync = async () => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  };
  const refused = await Promise.allSettled([addAtOnce(6), add(2), add(3), addInTransaction(4), addAtOnce(7)]);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']));
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(PassingFault);
  await expect(ids()).rejects.toBeInstanceOf(PassingFault);
  await expect(idsAtOnce()).rejects.toBeInstanceOf(PassingFault);

  beforeSync = async () => {};
  await vi.waitFor(async () => expect(await ids()).toContain(1), { timeout: 10_000 });
  // The log was moved into the database, and that is on the disk.
  expect(statSync(`${file}-wal`).size).toBe(0);
  await add(5);
  // What was refused may have been kept all the same; nobody was told either way.
  expect(await ids()).toEqual(expect.arrayContaining([1, 5]));
});

test('the log does not grow without end, however busy it is', async () => {
  const content = 'x'.repeat(4000);
  let next = 0;
  const write = async () => {
    while (next < 6000) await add(next++, content);
  };
  await Promise.all(Array.from({ length: 20 }, write));
  expect(statSync(file).size).toBeGreaterThan(20e6);
  expect(statSync(`${file}-wal`).size).toBeLessThan(20e6);
});

test('a full disk refuses writes, not reads, and is as before once there is room', async () => {
  await add(1);
  const pages = (most: number) => sql`pragma max_page_count = ${sql.lit(most)}`.execute(database);
  await pages(3);
  const large = 'x'.repeat(100_000);
  await expect(add(2, large)).rejects.toBeInstanceOf(DiskFull);
  const within = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('drop').values({ id: 3, content: large }).execute();
  });
  await expect(within).rejects.toBeInstanceOf(DiskFull);
  expect(await ids()).toEqual([1]);
  await pages(1_000_000);
  await add(2, large);
  expect(await ids()).toEqual([1, 2]);
});

test('what another process writes is read in the next turn, and keeps nobody from writing in this one', async () => {
  const other = new DatabaseSync(file);
  await addAtOnce(1);
  expect(await idsAtOnce()).toEqual([1]);
  other.exec('insert into "drop" values (2, null)');
  await setImmediate();
  const reading = idsAtOnce();
  other.exec('insert into "drop" values (3, null)');
  const writing = [addAtOnce(4), add(5), addInTransaction(6), addAtOnce(7)];
  expect(await reading).toEqual([1, 2]);
  await Promise.all(writing);
  expect(await idsAtOnce()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  other.close();
});
