import { createServer } from 'node:net';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createAccount, readUser } from '../account/account.store.ts';
import { setFirstNorm } from '../norm/norm.store.ts';
import { StartError } from '../start-error.ts';
import { administer, type FreshDatabase, freshPostgres } from '../testing/fresh-database.ts';
import { openDatabase } from './open.ts';

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshPostgres(inject('postgres') ?? '');
});
afterEach(() => fresh.drop());

async function ask<Row>(statement: string): Promise<Row[]> {
  const client = new Client(fresh.url);
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows as Row[];
}

/** Why the database is not opened. */
async function refusal(url: string): Promise<string> {
  const error = await openDatabase(url).then(
    async (database) => {
      await database.destroy();
      throw new Error('The database was opened.');
    },
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).not.toContain('\n');
  expect(error.message).not.toContain(new URL(url).password || 'no password at all');
  return error.message;
}

/** The URL with some of its parts changed. */
const changed = (parts: Partial<URL>) => Object.assign(new URL(fresh.url), parts).href;

test('of many servers that start at once one makes the tables, and all find them', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, () => openDatabase(fresh.url)));
  const facts = { email: 'ann@example.com', name: 'Ann', gender: 'woman', time_zone: 'UTC' } as const;
  for (const database of databases) {
    const id = await createAccount(database, { ...facts, password_hash: '' });
    await setFirstNorm(database, id, 1850);
    const ann = { name: 'Ann', email: 'ann@example.com', dailyNorma: 1.85 };
    expect(await readUser(database, id, '2026-10-09')).toMatchObject(ann);
    await database.destroy();
  }
  const applied = await ask<{ name: string }>('select name from kysely_migration');
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length);
});

test('texts sort as in SQLite, numbers have 64 bits, and every key is a key here too', async () => {
  await (await openDatabase(fresh.url)).destroy();
  const columns = await ask<{ type: string; collation: string | null }>(
    `select data_type as type, collation_name as collation from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%'`,
  );
  expect(columns.length).toBeGreaterThan(20);
  const kinds = new Set(columns.map(({ type, collation }) => `${type} ${collation}`));
  expect([...kinds].sort()).toEqual(['bigint null', 'bytea null', 'text C']);
  const keyless = await ask(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and not exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'p')`,
  );
  expect(keyless).toEqual([]);
});

test('a database that a newer version wrote is refused and not touched', async () => {
  await (await openDatabase(fresh.url)).destroy();
  await administer(fresh.url, "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')");
  await administer(fresh.url, 'drop table avatar');
  expect(await refusal(fresh.url)).toMatch(/written by a newer version.*9999-later.*run that version/);
  expect(await ask("select to_regclass('avatar') as avatar")).toEqual([{ avatar: null }]);
});

test('a server that is not there is named with a remedy', async () => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
  expect(await refusal(changed({ port: String(port) }))).toMatch(
    /at 127\.0\.0\.1:\d+ cannot be opened \(.*ECONNREFUSED.*\): see that PostgreSQL runs there/,
  );
});

test('a server that does not answer is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  expect(await refusal(changed({ port }))).toMatch(/timeout.*see that PostgreSQL runs there/);
  silent.close();
});

test('a wrong password is refused with a remedy', async () => {
  expect(await refusal(changed({ password: 'never-the-right-one' }))).toMatch(
    /refuses the user "\w+" .*correct the user and the password in DATABASE_URL/,
  );
});

test('a database that does not exist is refused with a remedy', async () => {
  expect(await refusal(changed({ pathname: 'no_such_water' }))).toMatch(
    /has no database "no_such_water": create it \(createdb no_such_water\)/,
  );
});

test('a user who may not create tables is refused with a remedy', async () => {
  const user = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await administer(fresh.url, `create role ${user} login password 'reader-password'`);
  try {
    expect(await refusal(changed({ username: user, password: 'reader-password' }))).toMatch(
      /may not create tables.*owner to/,
    );
  } finally {
    await administer(fresh.url, `drop role ${user}`);
  }
});

test('a database that cannot hold every text is refused with a remedy', async () => {
  const server = inject('postgres') ?? '';
  const name = `latin_${crypto.randomUUID().slice(0, 8)}`;
  await administer(server, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  try {
    expect(await refusal(changed({ pathname: name }))).toMatch(/encoded in LATIN1: create one with/);
  } finally {
    await administer(server, `drop database ${name}`);
  }
});

test('a version that is too old is refused', async () => {
  // What an old server says of itself, from a function that hides the real one: no such server is at hand.
  await administer(
    fresh.url,
    `create function public.current_setting(text) returns text language sql as
     $$ select case $1 when 'server_version_num' then '140012' else 'UTF8' end $$`,
  );
  await administer(
    fresh.url,
    `alter database ${new URL(fresh.url).pathname.slice(1)} set search_path = public, pg_catalog`,
  );
  expect(await refusal(fresh.url)).toMatch(/PostgreSQL 14 is too old: Drink it needs version 15 or newer/);
});
