import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAccount, readUser } from '../account/account.store.ts';
import { setFirstNorm } from '../norm/norm.store.ts';
import { StartError } from '../start-error.ts';
import { type Database, openDatabase } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'drink-it-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

let file: string;
beforeEach(() => {
  file = join(folder, `${crypto.randomUUID()}.db`);
});

const open = () => openDatabase(`sqlite:${file}`);

/** Why the file is not opened. */
async function refusal(): Promise<string> {
  const error = await open().then(
    async (database) => {
      await database.destroy();
      throw new Error('The database was opened.');
    },
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

test('a new file gets its tables, in a folder that is made where it is missing', async () => {
  file = join(folder, 'not', 'yet', 'there.db');
  const database = await open();
  const tables = (await database.introspection.getTables()).map(({ name }) => name);
  expect(tables).toEqual(
    expect.arrayContaining(['account', 'session', 'norm', 'portion', 'idempotency_key', 'avatar']),
  );
  await database.destroy();
});

/** Writes an account, to be looked for later. */
async function writeAnn(database: Database): Promise<string> {
  const facts = { email: 'ann@example.com', name: 'Ann', gender: 'woman', time_zone: 'UTC' } as const;
  const id = await createAccount(database, { ...facts, password_hash: '' });
  await setFirstNorm(database, id, 1850);
  return id;
}
const ann = { name: 'Ann', email: 'ann@example.com', dailyNorma: 1.85 };

test('what was written is there when it is opened again', async () => {
  const first = await open();
  const id = await writeAnn(first);
  await first.destroy();
  const second = await open();
  expect(await readUser(second, id, '2026-10-09')).toMatchObject(ann);
  await second.destroy();
});

test('two programs may have it open at once', async () => {
  const [one, other] = [await open(), await open()];
  expect(await readUser(other, await writeAnn(one), '2026-10-09')).toMatchObject(ann);
  expect(await readUser(one, await writeAnn(other), '2026-10-09')).toMatchObject(ann);
  await one.destroy();
  await other.destroy();
});

test.each([
  // A crash loses nothing that was acknowledged, and readers do not wait for the writer.
  ['journal_mode', 'wal'],
  ['synchronous', 1],
  ['foreign_keys', 1],
])('the pragma %s is %j', async (pragma, value) => {
  const database = await open();
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(database);
  expect(rows[0]?.[pragma]).toBe(value);
  await database.destroy();
});

test('a database that a newer version wrote is refused and not touched', async () => {
  await (await open()).destroy();
  const raw = new DatabaseSync(file);
  raw.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')");
  raw.exec('drop table avatar');
  raw.close();
  const before = readFileSync(file);
  expect(await refusal()).toMatch(/written by a newer version.*9999-later.*run that version/);
  expect(readFileSync(file)).toEqual(before);
});

test.each([
  ['text', 'This is no database, but it is long enough to be looked at as one by SQLite. '.repeat(20)],
  ['a damaged head', `SQLite format 3\0${'\xff'.repeat(4096)}`],
])('a file that holds %s is refused with a remedy and not touched', async (_, content) => {
  writeFileSync(file, content, 'latin1');
  const before = readFileSync(file);
  const said = await refusal();
  expect(said).toContain(file);
  expect(said).toContain('check that DATABASE_URL names a Drink it database');
  expect(readFileSync(file)).toEqual(before);
});

test('a folder in the place of the file is refused with a remedy', async () => {
  mkdirSync(file);
  expect(await refusal()).toContain('check that DATABASE_URL names');
  expect(readdirSync(file)).toEqual([]);
});

test('a path that leads through a file is refused with a remedy', async () => {
  writeFileSync(file, '');
  const through = file;
  file = join(file, 'drink-it.db');
  expect(await refusal()).toContain('check that DATABASE_URL names');
  expect(existsSync(through)).toBe(true);
});
