import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, calls } from '../../contract/calls.ts';
import { nothingHere, Problem, sendProblem } from './problem.ts';
import { isPageAddress } from './web-files.ts';

const declared = Object.values(calls as Record<string, Call>).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Answers what no route took: a page of the application, a known address with another method, or nothing at all. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isPageAddress(request.method, request.url) && 'sendFile' in reply) return reply.sendFile('index.html');
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = declared.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return sendProblem(reply, nothingHere());
  const allow = methods.join(', ');
  return sendProblem(
    reply,
    new Problem('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } }),
  );
}
