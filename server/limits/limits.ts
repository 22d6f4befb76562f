import { hash } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { tooManyRequests } from '../http/problem.ts';
import { allowances, FAILURES_COUNT_FOR, pauseOf, waitOf } from './rules.ts';
import { forgetTries, holdTries, keepTries } from './try.store.ts';

/** More failures than this change no pause any more. */
const MOST_FAILURES = 32;

/** A try to sign in. It counts as failed from its beginning, so that many at once are not all the first. */
export interface SignInTry {
  /** The password was right. Belongs into the transaction that starts the session. */
  succeeded(transaction: Database): Promise<void>;
  /** It was not looked at: as if there had been no try. */
  cameToNothing(): Promise<void>;
}

const UNLIMITED: SignInTry = { succeeded: async () => {}, cameToNothing: async () => {} };

/** Limits of tries, kept in the database: they are the same however many servers share it. */
export class Limits {
  readonly #database: Database;
  readonly #isOn: boolean;

  constructor(database: Database, isOn: boolean) {
    this.#database = database;
    this.#isOn = isOn;
  }

  /**
   * Counts a try of an address or an account.
   * @throws Problem `too_many_requests` if it has to wait; the refused try does not count.
   */
  async take(what: keyof typeof allowances, who: string): Promise<void> {
    if (!this.#isOn) return;
    const now = Date.now();
    const wait = await this.#database
      .transaction()
      .execute((transaction) => take(transaction, what, who, now));
    if (wait > 0) throw tooManyRequests(wait);
  }

  /**
   * Counts a try to sign in with an e-mail address, whether or not an account has it.
   * @throws Problem `too_many_requests` if this address has to wait.
   */
  async beginSignIn(email: string, address: string): Promise<SignInTry> {
    if (!this.#isOn) return UNLIMITED;
    const now = Date.now();
    const key = email.toLowerCase();
    const pair = hashOf('failed sign-in', key, address);
    const all = hashOf('failed sign-in', key);

    const wait = await this.#database.transaction().execute(async (transaction) => {
      const taken = await take(transaction, 'signIn', address, now);
      if (taken > 0) return taken;
      const own = await holdTries(transaction, pair);
      const ofAccount = await holdTries(transaction, all);
      const pause = pauseOf(own, ofAccount, now);
      if (pause > 0) return pause;
      await keepTries(transaction, pair, [...own, now].slice(-MOST_FAILURES), now + FAILURES_COUNT_FOR);
      await keepTries(transaction, all, [...ofAccount, now].slice(-MOST_FAILURES), now + FAILURES_COUNT_FOR);
      return 0;
    });
    if (wait > 0) throw tooManyRequests(wait);

    return {
      async succeeded(transaction) {
        await forgetTries(transaction, pair);
        await takeBack(transaction, all, now);
      },
      cameToNothing: () =>
        this.#database.transaction().execute(async (transaction) => {
          await takeBack(transaction, pair, now);
          await takeBack(transaction, all, now);
        }),
    };
  }
}

/** Counts a try, or tells how long to wait, ms. */
async function take(
  transaction: Database,
  what: keyof typeof allowances,
  who: string,
  now: number,
): Promise<number> {
  const allowance = allowances[what];
  const subject = hashOf(what, who);
  const tries = await holdTries(transaction, subject);
  const wait = waitOf(tries, now, allowance);
  if (wait > 0) return wait;
  await keepTries(transaction, subject, [...tries, now].slice(-allowance.most), now + allowance.within);
  return 0;
}

/** Counts one failure less. */
async function takeBack(transaction: Database, subject: string, at: number): Promise<void> {
  const tries = await holdTries(transaction, subject);
  const index = tries.indexOf(at);
  if (index >= 0) await keepTries(transaction, subject, tries.toSpliced(index, 1), at + FAILURES_COUNT_FOR);
}

/** Hashed, so that keys are short and the database tells nobody's address. */
function hashOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
