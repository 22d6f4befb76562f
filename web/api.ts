import type { Call, Reply, Sent } from '../contract/calls.ts';
import type { ProblemBody } from '../contract/problem.ts';
import { TIME_ZONE_HEADER } from '../contract/time-zone.ts';
import { type Failure, offline } from './failure.ts';

const TIMEOUT_MS = 20_000;

/** What a call is sent from: the session's token, and what to do when the server says that the session is over. */
export interface Session {
  token(): string | null;
  onOver(): void;
}

/** The parts of any call's input; which of them a call takes is for its declaration to say. */
type AnyInput = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown; file?: Blob };

export type Api = ReturnType<typeof createApi>;

/** The client of every declared call. It neither shows nor redirects anything; it answers, or throws a `Failure`. */
export function createApi(session: Session) {
  return async function send<C extends Call>(call: C, input: Sent<C>): Promise<Reply<C>> {
    const token = session.token();
    const response = await fetch(address(call, input), request(call, input, token)).catch(() => {
      throw offline();
    });
    if (response.ok) return response.status === 204 ? (undefined as Reply<C>) : readReply(response);
    // At sign-in a 401 speaks of the credentials; anywhere else it says that the session of that token is over.
    if (response.status === 401 && !call.public && token === session.token()) session.onOver();
    throw await toFailure(response);
  };
}

function address(call: Call, { params, query }: AnyInput): string {
  const path = Object.entries(params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(String(value))),
    call.path as string,
  );
  const search = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value !== undefined));
  return search.size > 0 ? `${path}?${search}` : path;
}

function request(call: Call, { headers, body, file }: AnyInput, token: string | null): RequestInit {
  const form = new FormData();
  if (call.upload && file) form.append(call.upload, file);
  return {
    method: call.method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      [TIME_ZONE_HEADER]: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(headers as Record<string, string> | undefined),
    },
    body: call.upload ? form : JSON.stringify(body),
  };
}

async function readReply<C extends Call>(response: Response): Promise<Reply<C>> {
  return response.json().catch(() => {
    throw offline();
  });
}

async function toFailure(response: Response): Promise<Failure> {
  const problem: Partial<ProblemBody> = await response.json().catch(() => ({}));
  return {
    code: problem.code ?? (response.status >= 500 ? 'unavailable' : 'validation_failed'),
    message: problem.detail ?? problem.title ?? response.statusText,
    fields: problem.errors?.map(({ field }) => field) ?? [],
  };
}
