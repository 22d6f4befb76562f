import type { FastifyInstance } from 'fastify';

/** More than any call's body needs. */
const BODY_LIMIT = 16 * 1024;

/** Takes JSON and nothing else as a body. An empty one counts as none; keys that would reach a prototype are dropped. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      if (body.length === 0) done(null, undefined);
      else parse(request, body as string, done);
    },
  );
}
