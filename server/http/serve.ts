import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Call, Received, Reply } from '../../contract/calls.ts';
import { type FieldMessage, fieldMessages } from '../../contract/field-messages.ts';
import type { FieldProblem } from '../../contract/problem.ts';
import type { Caller } from './authenticate.ts';
import { invalidInput } from './problem.ts';

/** What a handler gets: the checked input that the call declares, who calls (unless it is public), and the raw request. */
export type Handled<C extends Call> = Received<C> & {
  caller: C extends { public: true } ? undefined : Caller;
  request: FastifyRequest;
};

/** Gives a declared call its handler: the input is checked before, status and body follow the declaration. */
export function serve<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (handled: Handled<C>) => Promise<Reply<C>>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { public: call.public ?? false },
    handler: async (request, reply: FastifyReply) => {
      const handled = { ...readInput(call, request), caller: request.caller, request } as Handled<C>;
      const answer = await handle(handled);
      return reply.code(call.status).header('cache-control', 'no-store').send(answer);
    },
  });
}

const parts = ['params', 'query', 'headers', 'body'] as const;

function readInput(call: Call, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const faults: FieldProblem[] = [];
  for (const part of parts) {
    const schema = call[part];
    if (!schema) continue;
    const parsed = z.safeParse(schema as z.ZodMiniType, request[part]);
    if (parsed.success) input[part] = parsed.data;
    else faults.push(...parsed.error.issues.map(toFieldProblem));
  }
  if (faults.length > 0) throw invalidInput(faults);
  return input;
}

function toFieldProblem(issue: z.core.$ZodIssue): FieldProblem {
  return {
    field: issue.path.join('.') || 'body',
    message: fieldMessages[issue.message as FieldMessage] ?? 'This is not valid here',
  };
}
