import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { openAtVersion, openDatabase } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { addDemoPerson } from '../demo/demo-person.ts';
import { runCommand } from '../testing/command.ts';
import { administer, type FreshDatabase, freshPostgres } from '../testing/fresh-database.ts';

/* What a restore into PostgreSQL refuses, and what it leaves alone then. The drill is in drill.test.ts. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'drink-it-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy that is whole, with one account. */
const good = join(folder, 'good.db');
beforeAll(async () => {
  const url = `sqlite:${join(folder, 'source.db')}`;
  const database = await openDatabase(url);
  await addDemoPerson(database);
  await database.destroy();
  expect(await runCommand('backup/backup.ts', [good], { DATABASE_URL: url })).toMatchObject({ code: 0 });
});

let postgres: FreshDatabase;
beforeEach(async () => {
  postgres = await freshPostgres(inject('postgres') ?? '');
});
afterEach(() => postgres.drop());

async function expectRefusal(file: string, reason: RegExp): Promise<void> {
  const said = await runCommand('backup/restore.ts', [file], { DATABASE_URL: postgres.url });
  expect(said.stderr).toMatch(reason);
  expect(said.stderr).toMatch(/^[^\n]+\n$/);
  expect(said.code).toBe(1);
}

/** Its migrations and its accounts. */
async function contents(): Promise<{ migrations: string[]; names: string[] }> {
  const database = await openAtVersion<Tables & { kysely_migration: { name: string } }>(
    postgres.url,
    '0001-first',
  );
  try {
    const migrations = await database.selectFrom('kysely_migration').select('name').execute();
    const accounts = await database.selectFrom('account').select('name').execute();
    return { migrations: migrations.map(({ name }) => name), names: accounts.map(({ name }) => name) };
  } finally {
    await database.destroy();
  }
}

test('a database of an older version with somebody in it is left as it is', async () => {
  await (await openAtVersion(postgres.url, '0001-first')).destroy();
  await administer(
    postgres.url,
    "insert into account values ('id', 'ann@example.com', 'Ann', 'woman', '', 'UTC', null, 0, 0, 0, 0)",
  );
  await expectRefusal(good, /The target is not empty/);
  expect(await contents()).toEqual({ migrations: ['0001-first'], names: ['Ann'] });
});

test('a damaged copy is refused before the database is touched', async () => {
  const bad = join(folder, 'bad.db');
  writeFileSync(bad, readFileSync(good).fill(0xff, 8192, 12_288));
  await expectRefusal(bad, /bad\.db is damaged/);
  await expectRefusal(join(folder, 'nothing.db'), /There is no file/);
  // There is still no such table.
  await administer(postgres.url, 'create table kysely_migration (name text)');
});

test('a PostgreSQL that is not there is named', async () => {
  const url = Object.assign(new URL(postgres.url), { port: '1' }).href;
  for (const [script, file] of [
    ['backup', join(folder, 'copy.db')],
    ['restore', good],
  ] as const) {
    const said = await runCommand(`backup/${script}.ts`, [file], { DATABASE_URL: url });
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(said.stderr).toMatch(
      /^The database .* cannot be opened \(.*ECONNREFUSED.*\): see that PostgreSQL runs there[^\n]+\n$/,
    );
  }
});
