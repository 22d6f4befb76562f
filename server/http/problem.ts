import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldMessage, fieldMessages } from '../../contract/field-messages.ts';
import {
  type FieldProblem,
  type ProblemBody,
  type ProblemCode,
  problemStatus,
} from '../../contract/problem.ts';
import { AccountErased, DiskFull, PassingFault } from '../database/faults.ts';

/** An answer that is an error. The detail is a sentence that a person can act on. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

/** Bad input at one field. */
export function fieldProblem(field: string, key: FieldMessage): Problem {
  return invalidInput([{ field, message: fieldMessages[key] }]);
}

export function invalidInput(errors: FieldProblem[]): Problem {
  return new Problem(
    'validation_failed',
    'Some of the input is not valid: correct the fields that are named.',
    { errors },
  );
}

/** The answer to a call without the token of a living session. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', 'Sign in: this call needs a valid bearer token.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** The answer at an address that leads nowhere. */
export function nothingHere(): Problem {
  return new Problem('not_found', 'There is nothing at this address.');
}

/** The answer to who has to wait, ms, before the next try. */
export function tooManyRequests(wait: number): Problem {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return new Problem('too_many_requests', `Too many tries: wait ${seconds} s, then try again.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** What the framework and its plug-ins throw, said in our words. */
const frameworkProblems: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('too_large', 'The body is too large for this call.'),
  FST_REQ_FILE_TOO_LARGE: () =>
    new Problem('too_large', 'The picture is too large: send one of at most 5 MiB.'),
  FST_FILES_LIMIT: () => fieldProblem('avatar', 'avatarRequired'),
  FST_PARTS_LIMIT: () => fieldProblem('avatar', 'avatarRequired'),
  FST_ERR_MAX_PARAM_LENGTH: () => nothingHere(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem(
      'unsupported_media_type',
      'Send the body as application/json, or a picture as multipart/form-data.',
    ),
};

function toProblem(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error;
  const known = frameworkProblems[error.code];
  if (known) return known();
  if (error instanceof AccountErased) return unauthorized();
  if (error instanceof DiskFull) {
    return new Problem(
      'unavailable',
      'The disk of the server is full: nothing can be stored until it has room again.',
    );
  }
  if (error instanceof PassingFault) {
    return new Problem('unavailable', 'The server cannot store or read this at the moment: try again soon.');
  }
  // What serves files says so of a path that leads out of their folder.
  if (error.statusCode === 403 || error.statusCode === 404) return nothingHere();
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('validation_failed', 'The request could not be read: check its address and its body.');
  }
}

/** The one place where an error becomes an answer: a 4xx says what to do, a 5xx tells why to the log alone. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error) ?? new Problem('internal_error', '');
  if (problemStatus[problem.code] >= 500) request.failure = error;
  return sendProblem(reply, problem);
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = problemAnswer(problem);
  return reply.code(status).headers(headers).send(body);
}

/** A problem as it goes over the wire. */
export function problemAnswer(problem: Problem): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  const status = problemStatus[problem.code];
  const body: ProblemBody = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: problem.message || undefined,
    code: problem.code,
    errors: problem.errors,
  };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...problem.headers,
    },
    body: JSON.stringify(body),
  };
}
