import { afterEach, describe, expect, test, vi } from 'vitest';
import { namedWrite } from '../testing/believable-life.ts';
import { setClock } from '../testing/clock.ts';
import { answersTo } from '../testing/every-answer.ts';
import { loadFixture, readFixtures } from '../testing/fixtures.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { Row } from './copy-database.ts';
import { type Database, migrationNames, openDatabase } from './open.ts';
import { tableShapes } from './table-shapes.ts';

/* Databases that earlier versions left are opened by this one. server/testing/write-fixture.ts writes them. */

const fixtures = readFixtures();

afterEach(() => void vi.useRealTimers());

test('there is a database of every version before this one, with rows in every table', async () => {
  const versions = fixtures.map(({ version }) => version);
  expect(versions).toEqual(expect.arrayContaining(migrationNames().slice(0, -1)));
  for (const { version, tables } of fixtures) {
    const shapes = await tableShapes(version);
    expect(Object.keys(tables).sort()).toEqual(shapes.map(({ name }) => name).sort());
    for (const [table, rows] of Object.entries(tables)) expect(rows.length, table).toBeGreaterThan(0);
  }
});

/** The rows of a table, as far as these columns go, in an order that does not depend on anything else. */
const inOrder = (rows: Row[], columns: string[]) =>
  rows
    .map((row) =>
      JSON.stringify(
        columns.map((column) => {
          const value = row[column];
          return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
        }),
      ),
    )
    .sort();

const rowsOf = async (database: Database, table: string): Promise<Row[]> =>
  database
    .selectFrom(table as 'account')
    .selectAll()
    .execute() as Promise<unknown> as Promise<Row[]>;

describe.each(fixtures)('a database of version $version', (fixture) => {
  test('loses no row, and no value of any column that there still is', async () => {
    const fresh = await freshDatabase();
    await loadFixture(fresh.url, fixture);
    const database = await openDatabase(fresh.url);
    try {
      for (const { name, columns } of await tableShapes()) {
        const before = fixture.tables[name];
        if (!before) continue;
        const kept = columns.filter((column) => column in (before[0] ?? {}));
        expect(inOrder(await rowsOf(database, name), kept), name).toEqual(inOrder(before, kept));
      }
    } finally {
      await database.destroy();
      await fresh.drop();
    }
  });

  test('gives every answer that it gave before, to the sessions and passwords of before', async () => {
    // Sessions and names of writes last for so many days.
    setClock(fixture.madeAt);
    const fresh = await freshDatabase();
    await loadFixture(fresh.url, fixture);
    const app = await startTestApp({ DATABASE_URL: fresh.url });
    try {
      for (const { email, password, token, answers, named } of fixture.people) {
        expect(Object.keys(answers).length).toBeGreaterThan(5);
        expect(await answersTo(app.url, token, Object.keys(answers))).toMatchObject(answers);
        const signedIn = await app.call('POST /api/users/login', { body: { email, password } });
        expect(signedIn).toMatchObject({ status: 200, body: { user: { email } } });
        if (named) {
          const again = await app.call('POST /api/user/water', { token, ...namedWrite });
          expect(again).toMatchObject({ status: 201, body: named });
        }
        const added = await app.call('POST /api/user/water', {
          token,
          body: { waterVolume: 250, time: '2026-01-03T12:00' },
        });
        expect(added.status).toBe(201);
      }
    } finally {
      await app.stop();
      await fresh.drop();
    }
  });
});
