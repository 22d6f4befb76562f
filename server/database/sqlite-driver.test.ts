import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskFull, PassingFault } from './faults.ts';
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

test.each([
  ['a statement', add],
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
  const others = [add(2), addInTransaction(3)];
  await vi.waitFor(async () => expect(await ids()).toEqual([1, 2, 3]));
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
  const refused = await Promise.allSettled([add(2), add(3), addInTransaction(4)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(PassingFault);
  await expect(ids()).rejects.toBeInstanceOf(PassingFault);

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
