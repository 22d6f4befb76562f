// What the scheduler of reminders does when the server's clock jumps: a server of its own under libfaketime (Debian's
// package `faketime`), with one account that is to be reminded every 30 minutes, and a push service on loopback.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FIRST_RULES, type ReminderRules } from '../contract/reminder.ts';
import { createAccount } from '../server/account/account.store.ts';
import { openDatabase } from '../server/database/open.ts';
import { setFirstNorm } from '../server/norm/norm.store.ts';
import { addDevice } from '../server/reminders/channel.store.ts';
import { latestEntries } from '../server/reminders/ledger.store.ts';
import { keepRules, readPlanned } from '../server/reminders/reminder.store.ts';
import { startProgram } from '../server/testing/program.ts';
import { newDevice, startReceiver } from '../server/testing/push-service.ts';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
if (!existsSync(LIBRARY)) throw new Error('Install it first: apt-get install faketime');

/** More than two of the scheduler's rounds, ms. */
const A_WHILE_MS = 12_000;

const folder = mkdtempSync(join(tmpdir(), 'drink-it-clock-'));
const url = `sqlite:${join(folder, 'clock.db')}`;
const clockFile = join(folder, 'clock');
/** The server's clock from now on, from where it runs on. */
const setClock = (instant: string) => writeFileSync(clockFile, `@${instant.replace('T', ' ')}\n`);

const service = await startReceiver();
const rules: ReminderRules = {
  ...FIRST_RULES,
  isOn: true,
  from: '00:00',
  to: '23:59',
  everyMinutes: 30,
  onlyBehindPace: false,
  timeZone: 'UTC',
};
const database = await openDatabase(url);
const account = await createAccount(database, {
  email: 'clock@example.com',
  name: 'Clock',
  gender: 'woman',
  password_hash: '',
  time_zone: 'UTC',
});
await setFirstNorm(database, account, 2000);
const { endpoint, keys, name } = newDevice(service.url('/push')).input;
await addDevice(database, account, { endpoint, ...keys, name, language: 'en' });
await keepRules(database, account, rules, Date.parse('2026-10-09T12:00:00Z'));

setClock('2026-10-09T11:59:57');
const program = await startProgram({
  DATABASE_URL: url,
  OUTBOUND_ALLOW: service.host,
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: clockFile,
  FAKETIME_NO_CACHE: '1',
  DONT_FAKE_MONOTONIC: '1',
  TZ: 'UTC',
});

let isAsExpected = true;
/** Lets a while pass, and says what came of it. */
async function look(what: string, expected: { sent: number; newest: string; next: string }): Promise<void> {
  await setTimeout(A_WHILE_MS);
  const sent = service.received.length;
  service.received.length = 0;
  const [entry] = await latestEntries(database, account, 1);
  const next = new Date((await readPlanned(database, account))?.nextAt ?? 0).toISOString().slice(0, 16);
  const isAlive = (await fetch(`${program.url}/api/users/current`)).status === 401;
  const isFine =
    isAlive && sent === expected.sent && entry?.outcome === expected.newest && next === expected.next;
  isAsExpected &&= isFine;
  console.log(
    `${isFine ? 'as expected' : 'NOT AS EXPECTED'}: ${what}: sent ${sent}, newest entry ${entry?.outcome}, next ${next}, alive ${isAlive}`,
  );
}

await look('a reminder is due', { sent: 1, newest: 'sent', next: '2026-10-09T12:30' });
setClock('2026-10-10T12:10:00');
await look('the clock jumps a day and ten minutes ahead', {
  sent: 0,
  newest: 'late',
  next: '2026-10-10T12:30',
});
setClock('2026-10-10T12:29:57');
await look('the next one is due', { sent: 1, newest: 'sent', next: '2026-10-10T13:00' });
setClock('2026-10-09T12:29:57');
await look('the clock is set back a day', { sent: 1, newest: 'sent', next: '2026-10-09T13:00' });
setClock('2026-10-10T12:59:57');
await look('and forth again', { sent: 1, newest: 'sent', next: '2026-10-10T13:30' });

await program.stop('SIGTERM');
await database.destroy();
await service.stop();
rmSync(folder, { recursive: true });
process.exitCode = isAsExpected ? 0 : 1;
