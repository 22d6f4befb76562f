import { toWire } from '../contract/wire-time.ts';
import { createAccount } from '../server/account/account.store.ts';
import { startSession } from '../server/account/session.store.ts';
import { type Database, openDatabase } from '../server/database/open.ts';
import { setFirstNorm } from '../server/norm/norm.store.ts';
import { addPortion } from '../server/water/water.store.ts';

/** The day that everybody asks for, and when they drank on it: eight glasses. */
export const DAY = '2026-01-15';
export const GLASSES_AT = ['08:15', '09:40', '11:05', '12:30', '14:10', '16:00', '18:20', '20:45'];
export const VOLUME_ML = 250;

/** `date` of a call that asks for the day, as a browser sends it. */
export const ON_DAY = toWire(`${DAY}T20:00`);

/** The calls that browsers make most. */
export const TODAY = `/api/user/water/today?date=${ON_DAY}`;
export const MONTH = `/api/user/water/month?date=${DAY}`;

/** Somebody who is signed in. */
export interface Person {
  account: string;
  token: string;
  /** What their browser sends with every call. */
  headers: Record<string, string>;
}

/** Makes a database's people, without hashing a password for each of them; those who are thirsty have drunk on the day. */
export async function makePeople(
  databaseUrl: string,
  count: number,
  { areThirsty = true } = {},
): Promise<Person[]> {
  const database = await openDatabase(databaseUrl);
  const people = await database.transaction().execute(async (transaction) => {
    const made: Person[] = [];
    for (let number = 0; number < count; number += 1) {
      const person = await makePerson(transaction, number);
      if (areThirsty) await drink(transaction, person.account);
      made.push(person);
    }
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
  const token = await startSession(database, account, { days: 30, device: '' });
  return { account, token, headers: { authorization: `Bearer ${token}`, 'time-zone': 'Europe/Kyiv' } };
}

async function drink(database: Database, account: string): Promise<void> {
  for (const time of GLASSES_AT) {
    await addPortion(database, account, { volumeMl: VOLUME_ML, drunkAt: `${DAY}T${time}` });
  }
}

/** What each of the people asks for, over and over. */
export const reading = (people: readonly Person[], path = TODAY) =>
  people.map(({ headers }) => ({ method: 'GET', path, headers }));

/** A portion of each of the people, over and over. */
export const adding = (people: readonly Person[], more: Record<string, string> = {}) =>
  people.map(({ headers }) => ({
    method: 'POST',
    path: '/api/user/water',
    headers: { ...headers, ...more, 'content-type': 'application/json' },
    body: JSON.stringify({ waterVolume: VOLUME_ML, time: ON_DAY }),
  }));
