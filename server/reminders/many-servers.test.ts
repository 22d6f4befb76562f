import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FIRST_RULES, type ReminderRules } from '../../contract/reminder.ts';
import { createAccount } from '../account/account.store.ts';
import { openDatabase } from '../database/open.ts';
import { setFirstNorm } from '../norm/norm.store.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { startProgram } from '../testing/program.ts';
import { newDevice, type Receiver, startReceiver } from '../testing/push-service.ts';
import { addDevice } from './channel.store.ts';
import { keepRules } from './reminder.store.ts';

const ACCOUNTS = 1000;
const WITHIN_MS = 60_000;

let fresh: FreshDatabase;
let service: Receiver;
beforeAll(async () => {
  fresh = await freshDatabase();
  service = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await fresh.drop();
});

/** It is about noon there, so that no window is near its end. */
const offset = 12 - new Date().getUTCHours();
const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
const rules: ReminderRules = { ...FIRST_RULES, isOn: true, onlyBehindPace: false, timeZone };

/** Accounts with a device each, all of them due at the same moment. */
async function seed(dueAt: number): Promise<void> {
  const database = await openDatabase(fresh.url);
  const { keys } = newDevice('').input;
  await database.transaction().execute(async (transaction) => {
    for (let count = 0; count < ACCOUNTS; count += 1) {
      const account = await createAccount(transaction, {
        email: `person-${count}@example.com`,
        name: 'Person',
        gender: 'woman',
        password_hash: '',
        time_zone: timeZone,
      });
      await setFirstNorm(transaction, account, 2000);
      const endpoint = service.url(`/push/${count}`);
      await addDevice(transaction, account, { endpoint, ...keys, name: 'Device', language: 'en' });
      await keepRules(transaction, account, rules, dueAt);
    }
  });
  await database.destroy();
}

test('of many reminders due at once, several servers send each once, also while one of them restarts', async () => {
  await seed(Date.now());
  const start = () => startProgram({ DATABASE_URL: fresh.url, OUTBOUND_ALLOW: service.host });
  const first = await start();
  const second = await start();
  const reaches = (count: number) =>
    vi.waitFor(() => expect(service.received.length).toBeGreaterThanOrEqual(count), {
      timeout: WITHIN_MS,
      interval: 20,
    });
  await reaches(ACCOUNTS / 4);
  expect(await first.stop('SIGTERM')).toMatchObject({ code: 0 });
  const third = await start();
  await reaches(ACCOUNTS);
  await second.stop('SIGTERM');
  await third.stop('SIGTERM');

  const paths = service.received.map(({ path }) => path);
  expect(paths).toHaveLength(ACCOUNTS);
  expect(new Set(paths).size).toBe(ACCOUNTS);
}, 120_000);
