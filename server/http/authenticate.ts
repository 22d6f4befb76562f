import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTimeZone, TIME_ZONE_HEADER } from '../../contract/time-zone.ts';
import { findSession, isUseDue, keepTimeZone, noteUse } from '../account/session.store.ts';
import type { Database } from '../database/open.ts';
import type { CallCounter } from '../limits/call-counter.ts';
import { unauthorized } from './problem.ts';

/** Who calls: the account, its session and the zone that its calendar runs in. */
export interface Caller {
  account: string;
  token: string;
  timeZone: string;
  /** Whether this use of the session is worth a note. */
  isUseDue: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every call but the public ones. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    public?: boolean;
  }
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Hooks for every call: those that are not public pass only with the token of a living session, and only so many a
 * minute where they are counted.
 */
export function authenticate(api: FastifyInstance, database: Database, counter?: CallCounter): void {
  const recognize = async (request: FastifyRequest) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const session = token && (await findSession(database, token));
    if (!session) throw unauthorized();
    const { account, timeZone, lastUsedAt } = session;
    counter?.count(account);
    const sent = sentTimeZone(request);
    if (sent && sent !== timeZone) await keepTimeZone(database, account, sent);
    request.caller = { account, token, timeZone: sent ?? timeZone, isUseDue: isUseDue(lastUsedAt) };
  };
  api.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.public) done();
    else recognize(request).then(() => done(), done);
  });

  // After the answer, which waits for nothing of this.
  api.addHook('onResponse', ({ caller, log }, _reply, done) => {
    done();
    if (!caller?.isUseDue) return;
    noteUse(database, caller.account, caller.token).catch((error) =>
      log.warn({ err: error }, 'the use of a session could not be noted'),
    );
  });
}

/** The zone that the call's header names; undefined if there is none or it is unknown. */
export function sentTimeZone(request: FastifyRequest): string | undefined {
  const header = request.headers[TIME_ZONE_HEADER.toLowerCase()];
  return typeof header === 'string' && isTimeZone(header) ? header : undefined;
}
