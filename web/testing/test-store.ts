import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { onTestFinished, vi } from 'vitest';
import type { User } from '../../contract/account.schema.ts';
import { type Call, calls, type Reply } from '../../contract/calls.ts';
import { type ProblemCode, problemStatus } from '../../contract/problem.ts';
import { refreshUser, tokenRestored } from '../account/auth.slice.ts';
import type { Extra } from '../state.ts';
import { createStore } from '../store.ts';

export const olena: User = {
  id: 'account-1',
  name: 'Olena',
  email: 'olena@example.com',
  gender: 'female',
  avatarURL: null,
  dailyNorma: 2,
};

/** Any thunk that calls the API, for tables of them. */
export type CallThunk = ThunkAction<Promise<{ payload?: unknown }>, unknown, Extra, UnknownAction>;

/** The real store, in front of a server that knows nothing but the answers that a test gives it. */
export function openStore() {
  const server = startServer();
  return { store: createStore(), server };
}

/** The same, with Olena signed in. */
export function openSignedIn() {
  const opened = openStore();
  // A stored token and a server that recognizes it: what every later visit starts with.
  opened.store.dispatch(tokenRestored('olena-token'));
  opened.store.dispatch(refreshUser.pending('at the start'));
  opened.store.dispatch(refreshUser.fulfilled(olena, 'at the start'));
  return opened;
}

interface Refusal {
  errors?: { field: string; message: string }[];
  /** Lets a test decide when it comes. */
  after?: Promise<void>;
}

function startServer() {
  const asked: Request[] = [];
  const answers = new Map<string, () => Promise<Response>>();

  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const request = new Request(new URL(address, 'http://drink-it.test'), init);
    asked.push(request);
    const call = Object.values(calls).find((known) => isCall(known, request));
    const answer = call && answers.get(nameOf(call));
    return answer ? answer() : Promise.reject(new TypeError('Failed to fetch'));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });

  return {
    /** What it was asked so far. */
    asked,
    /** Answers this call with success from now on; a promise lets a test decide when. */
    answer<C extends Call>(call: C, reply: Reply<C> | Promise<Reply<C>>) {
      answers.set(nameOf(call), async () => {
        const body = await reply;
        return call.status === 204
          ? new Response(null, { status: 204 })
          : Response.json(body, { status: call.status });
      });
    },
    /** Refuses this call from now on. */
    refuse(call: Call, code: ProblemCode, { errors, after }: Refusal = {}) {
      const status = problemStatus[code];
      const problem = { type: 'about:blank', title: code, status, detail: `About ${code}.`, code, errors };
      answers.set(nameOf(call), async () => {
        await after;
        return Response.json(problem, { status });
      });
    },
    /** Answers this call with whatever from now on, as something between browser and server may. */
    answerRaw(call: Call, status: number, body: string) {
      answers.set(nameOf(call), async () => new Response(body, { status }));
    },
  };
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

function isCall({ method, path }: Call, request: Request): boolean {
  const shape = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  return request.method === method && shape.test(new URL(request.url).pathname);
}
