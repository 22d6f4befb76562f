import { addDays, type Day } from '../../contract/calendar.ts';
import { claimEmail, createAccount } from '../account/account.store.ts';
import { hashPassword } from '../account/password.ts';
import { startSession } from '../account/session.store.ts';
import type { Database } from '../database/open.ts';
import { todayIn } from '../http/time-zone.ts';
import { setFirstNorm, setNorm } from '../norm/norm.store.ts';
import { addPortion } from '../water/water.store.ts';

const DAYS = 130;
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When people drink, and how much, ml; a day takes most of these. */
const habits = [
  { hour: 7, volumes: [250, 200, 300] },
  { hour: 9, volumes: [200, 250] },
  { hour: 11, volumes: [250, 330] },
  { hour: 13, volumes: [300, 250, 500] },
  { hour: 15, volumes: [250, 200] },
  { hour: 17, volumes: [330, 250, 500] },
  { hour: 19, volumes: [250, 400] },
  { hour: 21, volumes: [200, 150] },
];

/** A person with months of believable days, and a token to look around as that person. The same at each start. */
export async function addDemoPerson(database: Database): Promise<string> {
  const email = 'olena@example.com';
  const passwordHash = await hashPassword('drink more water');
  const today = todayIn(TIME_ZONE);
  return database.transaction().execute(async (transaction) => {
    const account = await createAccount(transaction, {
      email,
      name: 'Olena',
      gender: 'woman',
      password_hash: passwordHash,
      time_zone: TIME_ZONE,
    });
    await claimEmail(transaction, account, email);
    await setFirstNorm(transaction, account, 1800);
    await setNorm(transaction, account, addDays(today, -75), 2000);
    await setNorm(transaction, account, addDays(today, -30), 2100);
    const chance = repeatableChance();
    for (let back = DAYS; back >= 0; back -= 1) {
      await addDay(transaction, account, addDays(today, -back), chance, back === 0 ? 4 : habits.length);
    }
    return startSession(transaction, account, { days: 1, device: 'Chrome · Linux' });
  });
}

async function addDay(
  database: Database,
  account: string,
  day: Day,
  chance: () => number,
  most: number,
): Promise<void> {
  const isForgotten = chance() < 0.04 && most === habits.length;
  if (isForgotten) return;
  const zeal = 0.7 + 0.35 * chance();
  for (const { hour, volumes } of habits.slice(0, most)) {
    if (chance() > zeal) continue;
    const minute = String(Math.floor(chance() * 60)).padStart(2, '0');
    const volumeMl = volumes[Math.floor(chance() * volumes.length)] ?? 250;
    await addPortion(database, account, {
      volumeMl,
      drunkAt: `${day}T${String(hour).padStart(2, '0')}:${minute}`,
    });
  }
}

/** Numbers from 0 to 1 that look like chance and are the same each time (mulberry32). */
function repeatableChance(): () => number {
  let state = 20_261_121;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
