import { calls, type Reply, type Sent } from '../../contract/calls.ts';
import { createCallThunk } from '../state.ts';

export type Session = Reply<typeof calls.getSessions>[number];

export const fetchSessions = createCallThunk('sessions/fetch', (send) => send(calls.getSessions, {}));
export const endSessions = createCallThunk(
  'sessions/end',
  (send, query: Sent<typeof calls.endSessions>['query']) => send(calls.endSessions, { query }),
);
