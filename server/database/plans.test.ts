import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findSession } from '../account/session.store.ts';
import { normHistory, normInForce } from '../norm/norm.store.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { claimKey } from '../water/idempotency.store.ts';
import {
  addPortion,
  dayTotals,
  deletePortion,
  editPortion,
  readDay,
  usualVolumes,
} from '../water/water.store.ts';
import { type Database, openDatabase } from './open.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url);
});
afterAll(async () => {
  await database.destroy();
  await fresh.drop();
});

const DAY = '2026-10-15';
const facts = { volumeMl: 250, drunkAt: `${DAY}T12:00` };

test.each<[string, (database: Database) => Promise<unknown>]>([
  ['the session of a token', (db) => findSession(db, 'account.secret')],
  ['a day', (db) => readDay(db, 'account', DAY)],
  ['the totals of a month', (db) => dayTotals(db, 'account', '2026-10-01', '2026-10-31')],
  ['the norms of a month', (db) => normHistory(db, 'account', DAY)],
  ['the norm of a day', (db) => normInForce(db, 'account', DAY)],
  ['the usual volumes', (db) => usualVolumes(db, 'account', DAY, 3)],
  ['adding a portion', (db) => addPortion(db, 'account', facts)],
  ['adding a named portion', (db) => claimKey(db, 'account', 'key', facts)],
  ['editing a portion', (db) => editPortion(db, 'account', DAY, { id: 'id', ...facts })],
  ['deleting a portion', (db) => deletePortion(db, 'account', DAY, 'id')],
])('%s is found by an index, however many rows there are', async (_, work) => {
  const seen: RootOperationNode[] = [];
  const notes: KyselyPlugin = {
    transformQuery({ node }) {
      seen.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  // Whether there is such an account does not matter.
  await work(database.withPlugin(notes)).catch(() => {});
  expect(seen.length).toBeGreaterThan(0);
  for (const node of seen) {
    const plan = await planOf(node);
    expect(plan).not.toMatch(inject('postgres') ? /Seq Scan/ : /SCAN (?!in_force)/);
  }
});

test('a whole table is noticed', async () => {
  const everybody = database.selectFrom('portion').where('volume_ml', '=', 1).selectAll();
  expect(await planOf(everybody.toOperationNode())).toMatch(inject('postgres') ? /Seq Scan/ : /SCAN portion/);
});

/**
 * How the engine finds the rows whatever the values are, in its own words. PostgreSQL tells that from version 16 on. The
 * norm in force is one row, scanned where it is joined.
 */
async function planOf(node: RootOperationNode): Promise<string> {
  const query = database.getExecutor().compileQuery(node, { queryId: 'plan' });
  return database.transaction().execute(async (transaction) => {
    const isPostgres = inject('postgres') !== undefined;
    // On empty tables PostgreSQL would rather read all of nothing.
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(transaction);
    const explain = isPostgres
      ? CompiledQuery.raw(`explain (generic_plan) ${query.sql}`)
      : CompiledQuery.raw(
          `explain query plan ${query.sql}`,
          query.parameters.map(() => null),
        );
    const { rows } = await transaction.executeQuery(explain);
    return JSON.stringify(rows);
  });
}
