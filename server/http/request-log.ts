import { type FastifyInstance, type FastifyLoggerOptions, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { type AnsweredCall, answeredCalls } from '../metrics/observed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the call failed, if that is the server's fault. */
    failure: Error | undefined;
  }
}

/** A call that takes longer is worth a line, ms. */
const SLOW_MS = 1000;

/** What the framework would say of each call stands in our one line (docs/decisions/0020-one-line-for-a-call.md). */
export const ownLinesOnly = new LogController({ disableRequestLogging: true });

/** One JSON object on each line: level, time, what it is about. */
export function logOptions(level: Config['logLevel']): FastifyLoggerOptions & Record<string, unknown> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (name: string) => ({ level: name }), log: plainFacts },
    serializers: { err: errorForLog },
  };
}

/** Errors, texts and numbers: objects that plug-ins tell of at the level trace hold the headers of calls, and tokens in them. */
function plainFacts(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([key, fact]) => key === 'err' || typeof fact !== 'object'),
  );
}

/**
 * Gives every call an id, which its answer carries as `X-Request-Id`, and writes a line about it once it is answered.
 * An id that the caller sends counts for nothing. The line names the route, never the address: that may hold anything.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, caller, failure, routeOptions, log } = request;
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime);
    const route = routeOptions.url ?? 'none';
    answeredCalls.publish({ method, route, status, ms: elapsedTime } satisfies AnsweredCall);
    log[levelOf(status, ms)](
      { request: request.id, method, route, status, ms, account: caller?.account, err: failure },
      'answered',
    );
    done();
  });
}

function levelOf(status: number, ms: number): 'error' | 'warn' | 'info' | 'debug' {
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return status >= 400 || ms >= SLOW_MS ? 'info' : 'debug';
}

interface ErrorForLog {
  type: string;
  message: string;
  code?: unknown;
  /** What a message of PostgreSQL is about, without the values in it. */
  table?: unknown;
  constraint?: unknown;
  stack: string;
  cause?: ErrorForLog;
  [more: string]: unknown;
}

/**
 * What a log may tell of an error: where it came from and what kind it is. PostgreSQL quotes rows and parameters in its
 * messages and details, so that its errors are known by their SQLSTATE alone; whatever else an error carries stays out.
 */
export function errorForLog(error: unknown): ErrorForLog {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const { code, errcode, severity, table, constraint } = error as unknown as Record<string, unknown>;
  const isFromPostgres = severity !== undefined;
  // The frames alone: a stack begins with the message.
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name || name,
    message: isFromPostgres ? 'PostgreSQL refuses' : message,
    code: code ?? errcode,
    ...(isFromPostgres && { table, constraint }),
    stack: frames.join('\n'),
    ...(cause !== undefined && { cause: errorForLog(cause) }),
  };
}
