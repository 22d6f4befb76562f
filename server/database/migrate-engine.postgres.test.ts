import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { createAccount } from '../account/account.store.ts';
import { replaceAvatar } from '../account/avatar.store.ts';
import { addDemoPerson } from '../demo/demo-person.ts';
import { setFirstNorm } from '../norm/norm.store.ts';
import { administer, type FreshDatabase, freshPostgres } from '../testing/fresh-database.ts';
import { startProgram } from '../testing/program.ts';
import { send } from '../testing/test-app.ts';
import { claimKey } from '../water/idempotency.store.ts';
import { type Database, openDatabase } from './open.ts';
import { tableShapes } from './table-shapes.ts';

// It starts a dozen programs.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'drink-it-migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const newFile = () => `sqlite:${join(folder, crypto.randomUUID())}.db`;

const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);

/** A database of SQLite with rows in every table, of some of them more than a batch takes. */
let source: string;
let token: string;
beforeAll(async () => {
  source = newFile();
  const database = await openDatabase(source);
  token = await addDemoPerson(database);
  const facts = { gender: 'man', time_zone: 'Asia/Tokyo', password_hash: '' } as const;
  for (let count = 0; count < 550; count++) {
    const name = `Ann 💧 Зоряна ${count}`;
    const id = await createAccount(database, { ...facts, name, email: `ann-${count}@example.com` });
    await setFirstNorm(database, id, 1850);
    if (count % 100 === 0) await replaceAvatar(database, id, BYTES);
    if (count % 10 === 0) {
      await claimKey(database, id, '"key"', { volumeMl: 5000, drunkAt: '2026-01-01T12:00' });
    }
  }
  await fillEmptyTables(database);
  await database.destroy();
});

/** Gives a row to every table that the above left out, so that no table that is added later goes untested. */
async function fillEmptyTables(database: Database): Promise<void> {
  const { id } = await database.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const values: Record<string, unknown> = { TEXT: 'text 💧', INTEGER: 2 ** 41, BLOB: BYTES };
  for (const table of await database.introspection.getTables()) {
    const name = table.name as 'account';
    if (await database.selectFrom(name).selectAll().executeTakeFirst()) continue;
    const row = table.columns.map((column) => [
      column.name,
      column.name === 'account_id' ? id : values[column.dataType.toUpperCase()],
    ]);
    await database.insertInto(name).values(Object.fromEntries(row)).execute();
  }
}

let postgres: FreshDatabase;
beforeEach(async () => {
  postgres = await freshPostgres(inject('postgres') ?? '');
});
afterEach(() => postgres.drop());

async function migrateEngine(...urls: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = fileURLToPath(new URL('migrate-engine.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...urls], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  const [stdout, stderr] = await said;
  return { code, stdout, stderr };
}

/** Every row of every table, as comparable text. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const database = await openDatabase(url);
  const content: Record<string, string[]> = {};
  for (const { name } of await database.introspection.getTables()) {
    const rows = await database
      .selectFrom(name as 'account')
      .selectAll()
      .execute();
    content[name] = rows
      .map((row) =>
        JSON.stringify(Object.entries<unknown>(row).sort(), (_, value) =>
          value?.type === 'Buffer' ? value.data : value instanceof Uint8Array ? [...value] : value,
        ),
      )
      .sort();
  }
  await database.destroy();
  return content;
}

test('the tables that it copies are all that there are, owners before what they own', async () => {
  const shapes = await tableShapes();
  const database = await openDatabase(postgres.url);
  const real = await database.introspection.getTables();
  await database.destroy();
  const plain = (tables: { name: string; columns: string[] }[]) =>
    tables
      .map(({ name, columns }) => ({ name, columns: columns.toSorted() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(plain(shapes)).toEqual(
    plain(real.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))),
  );

  const client = new Client(postgres.url);
  await client.connect();
  const { rows: references } = await client
    .query(
      "select conrelid::regclass::text as owned, confrelid::regclass::text as owner from pg_constraint where contype = 'f'",
    )
    .finally(() => client.end());
  const place = (table: string) => shapes.findIndex(({ name }) => name === table);
  expect(references.length).toBeGreaterThan(5);
  for (const { owned, owner } of references) expect(place(owner), owned).toBeLessThan(place(owned));
  for (const { name, key } of shapes) expect(key.length, name).toBeGreaterThan(0);
});

test('a database goes to PostgreSQL and back, every row and every byte of it, and people notice nothing', async () => {
  const before = await contentOf(source);
  for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);

  const there = await migrateEngine(source, postgres.url);
  expect(there).toMatchObject({ code: 0, stderr: '' });
  for (const [table, { length }] of Object.entries(before)) {
    expect(there.stdout).toContain(`${table}: ${length} of ${length} rows\n`);
  }
  expect(await contentOf(postgres.url)).toEqual(before);

  const back = newFile();
  expect(await migrateEngine(postgres.url, back)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(back)).toEqual(before);

  // A server that runs may write of its own accord: last, therefore.
  const months: unknown[] = [];
  for (const url of [source, postgres.url]) {
    const program = await startProgram({ DATABASE_URL: url });
    const month = await send(program.url, 'GET /api/user/water/month', { token });
    expect(month.status).toBe(200);
    months.push(month.body);
    await program.stop('SIGTERM');
  }
  expect(months[1]).toEqual(months[0]);
});

async function expectRefusal(urls: string[], reason: RegExp): Promise<void> {
  const { code, stdout, stderr } = await migrateEngine(...urls);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain(new URL(postgres.url).password);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

test('a target that holds anything is refused and stays as it is', async () => {
  const target = newFile();
  const database = await openDatabase(target);
  await addDemoPerson(database);
  await database.destroy();
  const before = await contentOf(target);
  await expectRefusal([source, target], /target is not empty \(1 rows in the table account\)/);
  expect(await contentOf(target)).toEqual(before);
});

test('a source that a newer version wrote is refused, and the target is not even made', async () => {
  await (await openDatabase(postgres.url)).destroy();
  await administer(
    postgres.url,
    "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')",
  );
  const target = newFile();
  await expectRefusal([postgres.url, target], /written by a newer version/);
  expect(existsSync(target.slice('sqlite:'.length))).toBe(false);
});

test('a source that does not exist is refused and not made', async () => {
  const nowhere = newFile();
  await expectRefusal([nowhere, postgres.url], /holds nothing of Drink it/);
  expect(existsSync(nowhere.slice('sqlite:'.length))).toBe(false);
});

test('what does not arrive as it was is noticed, and nothing of it stays', async () => {
  await (await openDatabase(postgres.url)).destroy();
  await administer(
    postgres.url,
    `create function spoil() returns trigger language plpgsql as
       'begin new.volume_ml = new.volume_ml + 1; return new; end';
     create trigger spoil before insert on portion for each row when (new.time > '20:00') execute function spoil()`,
  );
  const { code, stderr } = await migrateEngine(source, postgres.url);
  expect(code).toBe(1);
  expect(stderr).toMatch(/table portion did not arrive as it was .*: nothing was copied/);
  const after = await contentOf(postgres.url);
  expect(Object.values(after).flat()).toEqual([]);
});

test('without two databases it says how it is called', async () => {
  const usage = /^Say from where to where.*npm run migrate-engine -- /;
  await expectRefusal([], usage);
  await expectRefusal([source], usage);
  await expectRefusal([source, 'mysql://localhost/water'], usage);
  await expectRefusal([source, source], /the same one/);
});
