import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimEmail, createAccount, findSignIn } from '../account/account.store.ts';
import { forgetExpiredSessions } from '../account/session.store.ts';
import { accountOverviews, countPictures, endEverySession } from '../admin/admin.store.ts';
import { forgetOldTries, forgetTries, holdTries, keepTries } from '../limits/try.store.ts';
import { dueDeliveries, forgetOldEntries } from '../reminders/ledger.store.ts';
import { dueAccounts, mistimedAccounts } from '../reminders/reminder.store.ts';
import { readServerKeys } from '../reminders/server-key.store.ts';
import { forgetOldKeys } from '../water/idempotency.store.ts';
import { acrossAccounts, watchQueries } from './account-bound.ts';
import { type Database, migrate } from './open.ts';
import { sqliteEngine } from './sqlite.ts';
import type { Tables } from './tables.ts';

let unwatched: Database;
let database: Database;
let id: string;
const reported: string[] = [];
beforeAll(async () => {
  unwatched = sqliteEngine('sqlite::memory:').connect<Tables>();
  await migrate(unwatched as Kysely<unknown>);
  database = unwatched.withPlugin(watchQueries((query) => reported.push(query)));
  const email = 'ann@example.com';
  const facts = { email, name: 'Ann', gender: 'woman', time_zone: 'UTC', password_hash: '' } as const;
  id = await createAccount(database, facts);
  await claimEmail(database, id, email);
});
afterAll(() => unwatched.destroy());
beforeEach(() => {
  reported.length = 0;
});

describe('the watch lets pass', () => {
  test.each([
    ['a row by its account', () => database.selectFrom('portion').where('account_id', '=', id).selectAll()],
    ['an account by its id', () => database.updateTable('account').set('name', 'Ann').where('id', '=', id)],
    [
      'an insert that names the account',
      () => database.insertInto('norm').values({ account_id: id, from_day: '', norm_ml: 1 }),
    ],
    [
      'a join that hands the account on',
      () =>
        database
          .selectFrom('session')
          .innerJoin('account', 'account.id', 'session.account_id')
          .where('session.account_id', '=', id)
          .select('account.id'),
    ],
    [
      'a query inside that names it too',
      () =>
        database
          .deleteFrom('norm')
          .where('account_id', '=', id)
          .where('from_day', 'in', (inner) =>
            inner.selectFrom('portion').where('account_id', '=', id).select('day'),
          ),
    ],
    ['no table at all', () => database.selectNoFrom((one) => one.lit(1).as('one'))],
  ])('%s', async (_, query) => {
    await query().execute();
    expect(reported).toEqual([]);
  });
});

describe('the watch reports', () => {
  test.each([
    ['a whole table', () => database.selectFrom('portion').selectAll(), 'select portion'],
    [
      'what any account may have',
      () => database.deleteFrom('portion').where('day', '=', '2026-01-01'),
      'delete portion by day =',
    ],
    [
      'several accounts',
      () => database.selectFrom('portion').where('account_id', 'in', [id, id]).selectAll(),
      'select portion by account_id in',
    ],
    [
      'a range of accounts',
      () => database.updateTable('portion').set('time', '').where('account_id', '>', id),
      'update portion by account_id >',
    ],
    [
      'an account that is only one possibility',
      () =>
        database
          .selectFrom('portion')
          .where((either) => either.or([either('account_id', '=', id), either('day', '=', '')]))
          .selectAll(),
      'select portion by ?',
    ],
    [
      'a join that leaves the second table open',
      () =>
        database
          .selectFrom('session')
          .innerJoin('portion', 'portion.day', 'session.account_id')
          .where('session.account_id', '=', id)
          .select('portion.id'),
      'select session, portion by account_id =, day =',
    ],
    [
      'a query inside that does not name it',
      () =>
        database
          .deleteFrom('norm')
          .where('account_id', '=', id)
          .where('from_day', 'in', (inner) => inner.selectFrom('portion').select('day')),
      'select portion',
    ],
  ])('%s', async (_, query, name) => {
    await (query() as { execute(): Promise<unknown> }).execute();
    expect(reported).toEqual([name]);
  });
});

test('what is allowed beyond one account is asked for by somebody, and nothing else is', async () => {
  const asked = new Set<string>();
  const strict = unwatched.withPlugin(watchQueries((query) => asked.add(query), {}));
  await findSignIn(strict, 'ann@example.com');
  await forgetExpiredSessions(strict);
  await forgetOldKeys(strict);
  await forgetOldEntries(strict);
  await dueAccounts(strict, 0, 1);
  await mistimedAccounts(strict, 0, 1);
  await dueDeliveries(strict, 0, 1);
  await readServerKeys(strict);
  await holdTries(strict, 'subject');
  await keepTries(strict, 'subject', [], 0);
  await forgetTries(strict, 'subject');
  await forgetOldTries(strict);
  await accountOverviews(strict).next();
  await countPictures(strict);
  await endEverySession(strict);
  expect([...asked].sort()).toEqual(Object.keys(acrossAccounts).sort());
});
