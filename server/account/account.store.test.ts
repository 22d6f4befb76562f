import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database/open.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { accountRanges, createAccount } from './account.store.ts';

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

async function ranges() {
  const found: { after: string; upTo: string }[] = [];
  for await (const range of accountRanges(database)) found.push(range);
  return found;
}

test('no accounts are no range', async () => {
  expect(await ranges()).toEqual([]);
});

test('every account is in one of the ranges, and in one only', async () => {
  const facts = { name: 'Ann', gender: 'woman', time_zone: 'UTC', password_hash: '' } as const;
  const ids = await database.transaction().execute(async (transaction) => {
    const made: string[] = [];
    for (let count = 0; count < 2001; count++) {
      made.push(await createAccount(transaction, { ...facts, email: `ann-${count}@example.com` }));
    }
    return made;
  });
  const found = await ranges();
  expect(found).toHaveLength(3);
  for (const id of ids) expect(found.filter(({ after, upTo }) => id > after && id <= upTo)).toHaveLength(1);
});
