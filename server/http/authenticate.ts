import type { FastifyRequest } from 'fastify';
import { TIME_ZONE_HEADER } from '../../contract/calls.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { findSession, keepTimeZone } from '../account/session.store.ts';
import type { Database } from '../database/open.ts';
import { unauthorized } from './problem.ts';

/** Who calls: the account, its session and the zone that its calendar runs in. */
export interface Caller {
  account: string;
  token: string;
  timeZone: string;
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

/** A hook for every call: those that are not public pass only with the token of a living session. */
export function authenticate(database: Database) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.routeOptions.config.public) return;
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const session = token && (await findSession(database, token));
    if (!session) throw unauthorized();
    const sent = sentTimeZone(request);
    if (sent && sent !== session.timeZone) await keepTimeZone(database, session.account, sent);
    request.caller = { account: session.account, token, timeZone: sent ?? session.timeZone };
  };
}

/** The zone that the call's header names; undefined if there is none or it is unknown. */
export function sentTimeZone(request: FastifyRequest): string | undefined {
  const header = request.headers[TIME_ZONE_HEADER.toLowerCase()];
  return typeof header === 'string' && isTimeZone(header) ? header : undefined;
}
