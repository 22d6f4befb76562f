import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { type Call, calls } from '../../../contract/calls.ts';
import { ProblemBody, type ProblemCode, problemStatus } from '../../../contract/problem.ts';
import type { Answer } from '../test-app.ts';
import type { Sent } from './people.ts';

const patterns = Object.entries(calls as Record<string, Call>).map(([name, call]) => ({
  name,
  call,
  pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The declared call that a request is, whatever it was meant to be. */
export function declared({ method, path }: Sent): [name: string, call: Call] | undefined {
  const found = patterns.find(
    ({ call, pattern }) => call.method === method && pattern.test(path.split('?', 1)[0] ?? ''),
  );
  return found && [found.name, found.call];
}

const COMMON: readonly ProblemCode[] = [
  'validation_failed',
  'unsupported_media_type',
  'too_large',
  'too_many_requests',
  'headers_too_large',
];

/** What is wrong with an answer, by the declaration of its call; undefined if nothing is. */
export function faultOf(call: Call, answer: Answer): string | undefined {
  if (answer.status !== call.status) {
    const own: ProblemCode[] = call.public ? [] : ['unauthorized'];
    return faultOfProblem(answer, [...COMMON, ...own, ...call.problems]);
  }
  if (!call.reply) return answer.body.length === 0 ? undefined : 'There is a body where none is declared.';
  if (answer.headers.get('content-type') !== 'application/json; charset=utf-8')
    return 'The reply is no JSON.';
  const parsed = z.safeParse(call.reply, answer.body);
  if (!parsed.success) return `The reply is not as declared: ${parsed.error.message}`;
  // Parsing drops what is not declared.
  const isWhole = isDeepStrictEqual(parsed.data, answer.body);
  return isWhole ? undefined : 'The reply holds more than what is declared.';
}

/** The same for what is no declared call. */
export const faultOfUndeclared = (answer: Answer) =>
  faultOfProblem(answer, ['not_found', 'method_not_allowed', 'validation_failed', 'headers_too_large']);

function faultOfProblem(
  { status, headers, body }: Answer,
  codes: readonly ProblemCode[],
): string | undefined {
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8')
    return 'The error is no problem.';
  const parsed = z.safeParse(ProblemBody, body);
  if (!parsed.success) return `The problem is not as declared: ${parsed.error.message}`;
  const { code } = parsed.data;
  if (status !== problemStatus[code] || status !== parsed.data.status) return 'Status and code do not agree.';
  if (code === 'too_many_requests' && !headers.get('retry-after')) return 'Nobody says when to try again.';
  return codes.includes(code) ? undefined : `The code ${code} is not declared.`;
}
