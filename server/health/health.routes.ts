import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { Database } from '../database/open.ts';
import { serve } from '../http/serve.ts';
import { tryReading, tryWriting } from './health.store.ts';
import { shared } from './shared.ts';

/** Anybody may ask as often as they like; the database is written to no more often than this, ms. */
const WRITE_EVERY_MS = 1000;

const ok = { status: 'ok' } as const;

/**
 * Whether the process answers, and whether the database can be read and written: for whatever watches over servers or
 * hands calls to them. A server that is stopping is refused in `stopping.ts`.
 */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  const read = shared(() => tryReading(database), 0);
  const write = shared(() => tryWriting(database), WRITE_EVERY_MS);

  serve(app, calls.isAlive, async () => ok);

  serve(app, calls.isReady, async () => {
    await read();
    await write();
    return ok;
  });
}
