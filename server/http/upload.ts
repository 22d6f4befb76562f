import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AVATAR_BYTES } from '../../contract/account.ts';
import { fieldProblem, Problem } from './problem.ts';

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: AVATAR_BYTES, files: 1, fields: 10, parts: 11 } });
}

/**
 * Reads the one file that a multipart call carries.
 * @throws Problem if the body is not multipart, or the field is missing, sent twice or no file, or the file too large.
 */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Problem(
      'unsupported_media_type',
      `Send the picture as multipart/form-data, in the field ${field}.`,
    );
  }
  let content: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== field) throw fieldProblem(field, 'avatarRequired');
    content = await part.toBuffer();
  }
  if (!content) throw fieldProblem(field, 'avatarRequired');
  return content;
}
