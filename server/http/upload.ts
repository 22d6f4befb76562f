import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AVATAR_BYTES } from '../../contract/account.ts';
import { fieldProblem, Problem } from './problem.ts';

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: AVATAR_BYTES, files: 1, fields: 10, parts: 11 } });
}

/**
 * Reads the one file that a multipart call carries.
 * @throws Problem if the body is not multipart, or broken, the field missing, sent twice or no file, or the file too large.
 */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Problem(
      'unsupported_media_type',
      `Send the picture as multipart/form-data, in the field ${field}.`,
    );
  }
  const content = await readFile(request, field).catch((error) => {
    throw isBrokenMultipart(error) ? fieldProblem(field, 'avatarRequired') : error;
  });
  if (!content) throw fieldProblem(field, 'avatarRequired');
  return content;
}

async function readFile(request: FastifyRequest, field: string): Promise<Buffer | undefined> {
  let content: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === field) content = await part.toBuffer();
    // Left unread, it would hold up whatever comes next on the connection.
    else part.file.resume();
  }
  return content;
}

/** The multipart parser's complaints about the body are plain errors: only their words tell them from faults of ours. */
function isBrokenMultipart(error: Error & { code?: string }): boolean {
  return error.code === undefined && /\bmultipart\b/i.test(error.message);
}
