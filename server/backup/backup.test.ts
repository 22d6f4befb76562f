import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { addDemoPerson } from '../demo/demo-person.ts';
import { runCommand } from '../testing/command.ts';
import { startProgram } from '../testing/program.ts';

/* Files of SQLite: what is copied, what is refused, and what stays where. The drill is in drill.test.ts. */

const root = mkdtempSync(join(tmpdir(), 'drink-it-backup-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A copy that is whole, of a database with one person in it. */
const good = join(root, 'good.db');
beforeAll(async () => {
  const database = await openDatabase(`sqlite:${join(root, 'source.db')}`);
  await addDemoPerson(database);
  await database.destroy();
  const { stderr } = await run('backup', [good], join(root, 'source.db'));
  expect(stderr).toBe('');
});

let folder: string;
let database: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  database = join(folder, 'drink-it.db');
});

const run = (command: 'backup' | 'restore', args: string[], of = database) =>
  runCommand(`backup/${command}.ts`, args, { DATABASE_URL: `sqlite:${of}` });

/** Makes a database with one account, whose name tells it from others, and leaves the last of it in a WAL. */
function makeDatabase(file: string, name: string, { isClosed = true } = {}): DatabaseSync {
  writeFileSync(file, readFileSync(good));
  const raw = new DatabaseSync(file);
  raw.exec('pragma journal_mode = wal');
  raw.prepare('update account set name = ?').run(name);
  if (isClosed) raw.close();
  return raw;
}

function nameIn(file: string): unknown {
  const raw = new DatabaseSync(file, { readOnly: true });
  try {
    return raw.prepare('select name from account').get()?.['name'];
  } finally {
    raw.close();
  }
}

/** Every file of the case's folder and what it holds. */
const filesOf = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

async function expectRefusal(said: ReturnType<typeof run>, reason: RegExp): Promise<void> {
  const { code, stdout, stderr } = await said;
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

describe('a copy', () => {
  test('is one file that only its owner reads, with what was still in the WAL', async () => {
    const writer = makeDatabase(database, 'In the WAL', { isClosed: false });
    expect(statSync(`${database}-wal`).size).toBeGreaterThan(0);
    const copy = join(folder, 'copy.db');
    expect(await run('backup', [copy])).toMatchObject({ code: 0, stderr: '' });
    writer.close();
    expect(nameIn(copy)).toBe('In the WAL');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['copy.db', 'drink-it.db']);
  });

  test('never replaces a file unless it is told to', async () => {
    makeDatabase(database, 'New');
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, 'precious');
    await expectRefusal(
      run('backup', [copy]),
      /copy\.db exists already: name another one, or add --overwrite/,
    );
    expect(readFileSync(copy, 'utf8')).toBe('precious');
    expect(await run('backup', ['--overwrite', copy])).toMatchObject({ code: 0, stderr: '' });
    expect(nameIn(copy)).toBe('New');
  });

  test('never replaces the database, whatever it is told', async () => {
    makeDatabase(database, 'Alive');
    const before = filesOf();
    await expectRefusal(run('backup', [database, '--overwrite']), /is the database itself/);
    await expectRefusal(run('backup', [`${database}-wal`, '--overwrite']), /is the database itself/);
    expect(filesOf()).toEqual(before);
  });

  test('of nothing is refused, and nothing is made', async () => {
    await expectRefusal(run('backup', [join(folder, 'copy.db')]), /There is no database .*drink-it\.db/);
    new DatabaseSync(database).exec('create table other (x)');
    await expectRefusal(run('backup', [join(folder, 'copy.db')]), /holds nothing of Drink it/);
    expect(readdirSync(folder)).toEqual(['drink-it.db']);
  });

  test('of a damaged database is refused, and an older copy stays', async () => {
    makeDatabase(database, 'Damaged');
    const bytes = readFileSync(database);
    bytes.fill(0xff, 8192, 12_288);
    writeFileSync(database, bytes);
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, readFileSync(good));
    await expectRefusal(run('backup', [copy, '--overwrite']), /drink-it\.db is damaged/);
    expect(readFileSync(copy)).toEqual(readFileSync(good));
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('into a folder that is not there, or under the name of one, is refused with a remedy', async () => {
    makeDatabase(database, 'Ann');
    await expectRefusal(
      run('backup', [join(folder, 'no', 'copy.db')]),
      /cannot be written \(ENOENT.*see that its folder exists/,
    );
    mkdirSync(join(folder, 'full'));
    await expectRefusal(run('backup', [join(folder, 'full'), '--overwrite']), /is a folder: name a file/);
  });

  test.each([[[]], [['a.db', 'b.db']], [['a.db', '--forever']]])(
    'called with %j says how it is called',
    async (args) => {
      await expectRefusal(run('backup', args), /npm run backup -- FILE/);
      await expectRefusal(run('restore', args), /npm run restore -- FILE/);
    },
  );
});

describe('a restore', () => {
  const replacedNames = () => readdirSync(folder).filter((name) => name.includes('.replaced-'));

  test('puts the copy in the place of the database, and keeps that with all that was in its WAL', async () => {
    makeDatabase(database, 'Before', { isClosed: false });
    // As a server leaves it that was killed.
    const crashed = filesOf();
    for (const [name, content] of Object.entries(crashed)) writeFileSync(join(folder, name), content);
    const killed = join(folder, 'killed.db');
    for (const end of ['', '-wal']) writeFileSync(killed + end, crashed[`drink-it.db${end}`] ?? '');
    expect(await run('restore', [good], killed)).toMatchObject({ code: 0, stderr: '' });
    expect(nameIn(killed)).toBe('Olena');
    const [replaced = ''] = replacedNames();
    expect(replaced).toMatch(/^killed\.db\.replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/);
    expect(nameIn(join(folder, replaced))).toBe('Before');
    expect(existsSync(`${killed}-wal`)).toBe(false);
  });

  test('where there is no database yet makes the folder too', async () => {
    const fresh = join(folder, 'not', 'yet', 'drink-it.db');
    const said = await run('restore', [good], fresh);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('with 1 account,');
    expect(readdirSync(join(folder, 'not', 'yet'))).toEqual(['drink-it.db']);
  });

  test('keeps the rights of the database that it replaces', async () => {
    makeDatabase(database, 'Before');
    chmodSync(database, 0o640);
    const readOnly = join(folder, 'read-only.db');
    writeFileSync(readOnly, readFileSync(good), { mode: 0o400 });
    expect(await run('restore', [readOnly])).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(database).mode & 0o777).toBe(0o640);
  });

  test('is refused while a server runs on the database, which notices nothing', async () => {
    makeDatabase(database, 'Alive');
    const server = await startProgram({ DATABASE_URL: `sqlite:${database}` });
    try {
      await expectRefusal(run('restore', [good]), /Another program has .* open: stop the server/);
      expect(replacedNames()).toEqual([]);
    } finally {
      expect(await server.stop('SIGTERM')).toEqual({ code: 0, stderr: '' });
    }
    expect(nameIn(database)).toBe('Alive');
    expect(await run('restore', [good])).toMatchObject({ code: 0, stderr: '' });
    expect(nameIn(database)).toBe('Olena');
  });

  /** Spoils the good copy, as a file of bytes or as a database. */
  const spoiled = (spoil: (bytes: Buffer) => Buffer) => () => spoil(readFileSync(good));
  const changed = (statement: string) => () => {
    const file = join(folder, 'changed.db');
    writeFileSync(file, readFileSync(good));
    const raw = new DatabaseSync(file);
    raw.exec(`pragma foreign_keys = off; ${statement}`);
    raw.close();
    const bytes = readFileSync(file);
    rmSync(file);
    return bytes;
  };

  test.each<[string, () => Buffer, RegExp]>([
    [
      'is cut short within a page',
      spoiled((bytes) => bytes.subarray(0, bytes.length - 100)),
      /is damaged, cut short/,
    ],
    [
      'is cut short between pages',
      spoiled((bytes) => bytes.subarray(0, bytes.length - 4096)),
      /is damaged, cut short/,
    ],
    ['is cut short after its head', spoiled((bytes) => bytes.subarray(0, 100)), /is damaged, cut short/],
    ['is empty', spoiled((bytes) => bytes.subarray(0, 0)), /holds nothing of Drink it/],
    ['is damaged inside', spoiled((bytes) => bytes.fill(0xff, 8192, 12_288)), /is damaged, cut short/],
    ['is damaged in its head', spoiled((bytes) => bytes.fill(0, 0, 50)), /is damaged, cut short/],
    [
      'is no database',
      spoiled(() => Buffer.from('text '.repeat(5000))),
      /is damaged, cut short, or no database/,
    ],
    ['is of another program', changed('drop table kysely_migration'), /holds nothing of Drink it/],
    ['has lost a table', changed('drop table portion'), /lacks portion\.account_id/],
    ['has rows of nobody', changed('delete from account'), /a row in the table \w+ belongs to nobody/],
    [
      'is of a newer version',
      changed("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')"),
      /was written by a newer version.*9999-later/,
    ],
  ])('of a file that %s is refused, and everything stays as it was', async (_, content, reason) => {
    const file = join(folder, 'bad.db');
    writeFileSync(file, content());
    makeDatabase(database, 'Before');
    const before = filesOf();
    await expectRefusal(run('restore', [file]), reason);
    expect(filesOf()).toEqual(before);
  });

  test('of a database in use instead of a copy is refused', async () => {
    const writer = makeDatabase(join(folder, 'used.db'), 'In use', { isClosed: false });
    await expectRefusal(
      run('restore', [join(folder, 'used.db')]),
      /used\.db is a database in use and not a copy/,
    );
    await expectRefusal(run('restore', [join(folder, 'nothing.db')]), /There is no file .*nothing\.db/);
    writer.close();
    expect(existsSync(database)).toBe(false);
  });

  test('of a database that is damaged beyond locking wants to be told that the server is stopped', async () => {
    writeFileSync(database, 'no database '.repeat(1000));
    writeFileSync(`${database}-wal`, 'its WAL');
    const before = filesOf();
    await expectRefusal(run('restore', [good]), /is damaged .*stop the server, then add --server-is-stopped/);
    expect(filesOf()).toEqual(before);
    expect(await run('restore', [good, '--server-is-stopped'])).toMatchObject({ code: 0, stderr: '' });
    expect(nameIn(database)).toBe('Olena');
    const [replaced = '', wal = ''] = replacedNames();
    expect(readFileSync(join(folder, replaced))).toEqual(before['drink-it.db']);
    expect(readFileSync(join(folder, wal))).toEqual(before['drink-it.db-wal']);
  });
});
