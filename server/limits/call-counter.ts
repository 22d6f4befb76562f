import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/open.ts';
import { tooManyRequests } from '../http/problem.ts';
import { addCalls } from './call-count.store.ts';

/** What a signed-in account may call in a minute, through all servers together. */
export const CALLS_A_MINUTE = 300;

/** An account that makes fewer calls a minute on this server is not worth a write: it stays unknown to the others. */
const SHARED_FROM = 30;
const SHARE_EVERY_MS = 1000;
const SHARED_AT_ONCE = 1000;

/** Accounts of one minute that are counted at once; beyond, the one that came first begins anew. */
const MOST_ACCOUNTS = 100_000;

const MINUTE_MS = 60_000;

interface Count {
  /** Calls through this server, and those of them that the others know of. */
  own: number;
  told: number;
  /** Calls through other servers, as of a second ago. */
  elsewhere: number;
}

/**
 * Counts the calls of each account in memory, a minute at a time: a call costs a look into a map, never a query. What a
 * server counts is added in the background to what the others did.
 */
export class CallCounter {
  readonly #database: Database;
  #minute = 0;
  #counts = new Map<string, Count>();
  #untold = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Problem `too_many_requests` when the account has used up its minute; the refused call does not count. */
  count(account: string): void {
    const now = Date.now();
    this.#turnTo(Math.floor(now / MINUTE_MS));
    const count = this.#counts.get(account) ?? this.#add(account);
    if (count.own + count.elsewhere >= CALLS_A_MINUTE) throw tooManyRequests(MINUTE_MS - (now % MINUTE_MS));
    count.own += 1;
    if (count.own >= SHARED_FROM) this.#untold.add(account);
  }

  /** Tells the other servers, and learns from them. */
  async share(): Promise<void> {
    const minute = this.#minute;
    const counts = this.#counts;
    // In order, so that two servers never wait for each other's rows.
    const untold = [...this.#untold]
      .slice(0, SHARED_AT_ONCE)
      .sort()
      .flatMap((account) => {
        this.#untold.delete(account);
        const count = counts.get(account);
        return count ? [{ account, count, calls: count.own - count.told }] : [];
      });
    if (untold.length === 0) return;
    const totals = await this.#database.transaction().execute(async (transaction) => {
      const totals: (number | undefined)[] = [];
      for (const { account, calls } of untold)
        totals.push(await addCalls(transaction, account, minute, calls));
      return totals;
    });
    for (const [index, { count, calls }] of untold.entries()) {
      count.told += calls;
      count.elsewhere = Math.max(0, (totals[index] ?? 0) - count.told);
    }
  }

  #turnTo(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counts = new Map();
    this.#untold = new Set();
  }

  #add(account: string): Count {
    if (this.#counts.size >= MOST_ACCOUNTS) {
      const [first] = this.#counts.keys();
      if (first !== undefined) this.#counts.delete(first);
    }
    const count = { own: 0, told: 0, elsewhere: 0 };
    this.#counts.set(account, count);
    return count;
  }
}

/** Shares the counts every second. Returns the function that ends it, once what is under way is done. */
export function keepSharing(counter: CallCounter, log: FastifyBaseLogger): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= counter
      .share()
      .catch((error) => log.warn({ err: error }, 'calls could not be counted together with other servers'))
      .finally(() => {
        underWay = undefined;
      });
  }, SHARE_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
