import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** More than any call's body needs. */
const BODY_LIMIT = 16 * 1024;

/**
 * Takes JSON in UTF-8 (RFC 8259, section 8.1) and nothing else as a body: what is encoded otherwise is refused rather
 * than read with replacement characters, which nobody wrote. An empty body counts as none; keys that would reach a
 * prototype are dropped.
 */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      const bytes = body as Buffer;
      if (isEncodedOtherwise(request)) done(notUtf8('unsupported_media_type'));
      else if (bytes.length === 0) done(null, undefined);
      else if (!isUtf8(bytes)) done(notUtf8('validation_failed'));
      else parse(request, bytes.toString('utf8'), done);
    },
  );
}

/** Whether the headers say that the body is compressed, or in a character set that JSON does not know. */
function isEncodedOtherwise({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding'];
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  return (
    (coding !== undefined && !/^identity$/i.test(coding)) ||
    (charset !== undefined && !/^utf-?8$/i.test(charset))
  );
}

function notUtf8(code: 'unsupported_media_type' | 'validation_failed'): Problem {
  return new Problem(code, 'Send the body encoded in UTF-8, and not compressed.');
}
