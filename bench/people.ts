import { toWire } from '../contract/wire-time.ts';
import { createAccount } from '../server/account/account.store.ts';
import { startSession } from '../server/account/session.store.ts';
import { type Database, openDatabase } from '../server/database/open.ts';
import { setFirstNorm } from '../server/norm/norm.store.ts';
import { addPortion } from '../server/water/water.store.ts';

/** The day that everybody asks for, and how much they drank on it: eight glasses. */
export const DAY = '2026-10-15';
const HOURS = ['08', '09', '11', '12', '14', '16', '18', '20'];
const VOLUME_ML = 250;

/** `date` of a call that asks for the day, as a browser sends it. */
export const ON_DAY = toWire(`${DAY}T20:00`);

/** Somebody who is signed in and has drunk on the day. */
export interface Person {
  account: string;
  token: string;
  /** What their browser sends with every call. */
  headers: Record<string, string>;
}

/** Makes a database's people, without hashing a password for each of them. */
export async function makePeople(databaseUrl: string, count: number): Promise<Person[]> {
  const database = await openDatabase(databaseUrl);
  const people = await database.transaction().execute(async (transaction) => {
    const made: Person[] = [];
    for (let number = 0; number < count; number += 1) made.push(await makePerson(transaction, number));
    return made;
  });
  await database.destroy();
  return people;
}

async function makePerson(database: Database, number: number): Promise<Person> {
  const account = await createAccount(database, {
    email: `person-${number}@example.com`,
    name: `Person ${number}`,
    gender: 'woman',
    password_hash: '',
    time_zone: 'Europe/Kyiv',
  });
  await setFirstNorm(database, account, 2000);
  for (const hour of HOURS) {
    await addPortion(database, account, { volumeMl: VOLUME_ML, drunkAt: `${DAY}T${hour}:15` });
  }
  const token = await startSession(database, account, { days: 30, device: '' });
  return { account, token, headers: { authorization: `Bearer ${token}`, 'time-zone': 'Europe/Kyiv' } };
}
