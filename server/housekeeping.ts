import type { FastifyBaseLogger } from 'fastify';
import { forgetExpiredSessions } from './account/session.store.ts';
import type { Database } from './database/open.ts';
import { forgetOldTries } from './limits/try.store.ts';
import { forgetOldEntries } from './reminders/ledger.store.ts';
import { forgetOldKeys } from './water/idempotency.store.ts';

const DAY_MS = 86_400_000;

/** Once at the start and daily, sweeps out what is over. Returns the function that ends it. */
export function keepHouse(database: Database, log: FastifyBaseLogger): () => void {
  const sweep = async () => {
    try {
      await forgetExpiredSessions(database);
      await forgetOldKeys(database);
      await forgetOldEntries(database);
      await forgetOldTries(database);
    } catch (error) {
      log.error({ err: error }, 'sweeping out what is over failed; it is tried again tomorrow');
    }
  };
  void sweep();
  const timer = setInterval(sweep, DAY_MS);
  return () => clearInterval(timer);
}
