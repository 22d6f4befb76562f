import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { Database } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { endOtherSessions, endSessionOfId, sessionsOf } from './session.store.ts';

/** The sessions of an account, and ending them. */
export function sessionRoutes(app: FastifyInstance, database: Database): void {
  serve(app, calls.getSessions, async ({ caller }) => {
    const sessions = await sessionsOf(database, caller.account, caller.token);
    return sessions.map(({ id, device, createdAt, lastUsedAt, isThis }) => ({
      id,
      device,
      lastUsed: new Date(lastUsedAt).toISOString(),
      createdAt: new Date(createdAt).toISOString(),
      isThis,
    }));
  });

  serve(app, calls.endSessions, async ({ query, caller }) => {
    if (query.id === undefined) await endOtherSessions(database, caller.account, caller.token);
    else if (!(await endSessionOfId(database, caller.account, query.id))) throw noSuchSession();
    return undefined;
  });
}

function noSuchSession(): Problem {
  return new Problem('not_found', 'There is no session with this id: it may be over already.');
}
