import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccount } from '../account/account.store.ts';
import { newestVersion, openAtVersion, openDatabase } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { setClock } from '../testing/clock.ts';
import { runProgram, startProgram } from '../testing/program.ts';
import { makeDailyCopy } from './automatic-copies.ts';
import { keepDailyCopies } from './keep-daily-copies.ts';

const root = mkdtempSync(join(tmpdir(), 'drink-it-copies-'));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => void vi.useRealTimers());

let folder: string;
let database: string;
let url: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  database = join(folder, 'drink-it.db');
  url = `sqlite:${database}`;
});

const copies = () => readdirSync(join(folder, 'backups'));
const today = () => new Date().toISOString().slice(0, 10);

/** Makes a database of a version, with an account in it. */
async function makeDatabase(version = newestVersion()): Promise<void> {
  const made = await openAtVersion<Tables>(url, version);
  const facts = { email: 'ann@example.com', name: 'Ann', gender: 'woman', time_zone: 'UTC' } as const;
  await createAccount(made, { ...facts, password_hash: '' });
  await made.destroy();
}

/** What a database file says of itself. */
function lookInto(file: string): { name: unknown; migrations: unknown[] } {
  const raw = new DatabaseSync(file, { readOnly: true });
  try {
    return {
      name: raw.prepare('select name from account').get()?.['name'],
      migrations: raw
        .prepare('select name from kysely_migration')
        .all()
        .map(({ name }) => name),
    };
  } finally {
    raw.close();
  }
}

describe('the daily copy', () => {
  test('is made once a day, and of each day the newest so many are kept', async () => {
    await makeDatabase();
    for (let day = 10; day < 26; day++) {
      setClock(`2026-11-${day}T08:00:00Z`);
      await makeDailyCopy(database, 14);
      await makeDailyCopy(database, 14);
    }
    expect(copies()).toEqual(Array.from({ length: 14 }, (_, day) => `drink-it.2026-11-${day + 12}.daily.db`));
    expect(lookInto(join(folder, 'backups', 'drink-it.2026-11-12.daily.db')).name).toBe('Ann');
    expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700);
  });

  test('leaves alone what is not its own, and removes what an interrupted one has left', async () => {
    await makeDatabase();
    mkdirSync(join(folder, 'backups'));
    const foreign = [
      'drink-it.2001-01-01.mine.db',
      'other.2001-01-01.daily.db',
      'drink-it.2001-01-01.before-0002-x.db',
    ];
    const interrupted = 'drink-it.2001-01-01.daily.db.0a1b2c3d.partial';
    for (const name of [...foreign, interrupted]) {
      writeFileSync(join(folder, 'backups', name), '');
      utimesSync(join(folder, 'backups', name), 0, 0);
    }
    await makeDailyCopy(database, 1);
    expect(copies().sort()).toEqual([...foreign, `drink-it.${today()}.daily.db`].sort());
  });

  test('that fails prunes nothing', async () => {
    await makeDatabase();
    setClock('2026-11-10T08:00:00Z');
    await makeDailyCopy(database, 1);
    const bytes = readFileSync(database);
    writeFileSync(database, bytes.fill(0xff, 8192, 12_288));
    vi.setSystemTime('2026-11-11T08:00:00Z');
    await expect(makeDailyCopy(database, 1)).rejects.toThrow(/is damaged/);
    expect(copies()).toEqual(['drink-it.2026-11-10.daily.db']);
  });

  /** Collects what is logged. */
  function newLog() {
    const lines: [string, unknown, unknown?][] = [];
    const level = (name: string) => (what: unknown, words?: unknown) => void lines.push([name, what, words]);
    return { lines, log: { info: level('info'), error: level('error') } };
  }

  test('is made by a process beside the server', async () => {
    await makeDatabase();
    const { lines, log } = newLog();
    const stop = keepDailyCopies({ databaseUrl: url, dailyCopies: 2 }, log, 0);
    await vi.waitUntil(() => lines.length > 0, { timeout: 15_000 });
    await stop();
    expect(lines).toEqual([['info', 'made the daily copy of the database', undefined]]);
    expect(copies()).toEqual([`drink-it.${today()}.daily.db`]);
  });

  test('that fails is logged with its reason, and the server goes on', async () => {
    await makeDatabase();
    writeFileSync(join(folder, 'backups'), 'a file in the place of the folder');
    const { lines, log } = newLog();
    const stop = keepDailyCopies({ databaseUrl: url, dailyCopies: 2 }, log, 0);
    await vi.waitUntil(() => lines.length > 0, { timeout: 15_000 });
    await stop();
    expect(lines).toEqual([
      [
        'error',
        { reason: expect.stringMatching(/cannot be written|has no room/) },
        expect.stringContaining('again in an hour'),
      ],
    ]);
  });

  test.each([
    ['none are wanted', 0],
    ['the engine is PostgreSQL', 14],
  ])('is not made where %s', async (_, dailyCopies) => {
    await makeDatabase();
    const { lines, log } = newLog();
    const databaseUrl = dailyCopies === 0 ? url : 'postgres://localhost/water';
    await keepDailyCopies({ databaseUrl, dailyCopies }, log, 0)();
    expect({ lines, files: readdirSync(folder) }).toEqual({ lines: [], files: ['drink-it.db'] });
  });
});

describe('before a migration', () => {
  const older = '0001-first';
  const copy = () => join(folder, 'backups', `drink-it.${today()}.before-0002-reminders.db`);

  test('a copy of what the older version left is kept', async () => {
    await makeDatabase(older);
    const server = await startProgram({ DATABASE_URL: url });
    await server.stop('SIGTERM');
    expect(lookInto(copy())).toEqual({ name: 'Ann', migrations: [older] });
    expect(lookInto(database).migrations).toContain(newestVersion());
    expect(copies()).toHaveLength(1);
  });

  test('one that was made before a try that failed is replaced', async () => {
    await makeDatabase(older);
    mkdirSync(join(folder, 'backups'));
    writeFileSync(copy(), 'from an hour ago');
    await (await openDatabase(url)).destroy();
    expect(lookInto(copy()).name).toBe('Ann');
  });

  test('none is made of a database that is new, or needs no migration', async () => {
    await (await openDatabase(url)).destroy();
    await (await openDatabase(url)).destroy();
    expect(readdirSync(folder)).not.toContain('backups');
  });

  test('where it cannot be made, the start fails with the reason and nothing is migrated', async () => {
    await makeDatabase(older);
    writeFileSync(join(folder, 'backups'), 'a file in the place of the folder');
    const { code, stderr } = await runProgram({ DATABASE_URL: url });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The database must be brought up to date, but no copy could be made before, so nothing was changed\. [^\n]+\n$/,
    );
    expect(lookInto(database)).toEqual({ name: 'Ann', migrations: [older] });
  });

  test('of servers that start at once, one makes it, and every one starts', async () => {
    await makeDatabase(older);
    const servers = await Promise.all([1, 2, 3].map(() => startProgram({ DATABASE_URL: url })));
    for (const server of servers) await server.stop('SIGKILL');
    expect(lookInto(copy())).toEqual({ name: 'Ann', migrations: [older] });
  });
});
