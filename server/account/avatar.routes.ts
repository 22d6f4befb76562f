import type { FastifyInstance } from 'fastify';
import { avatarPath } from '../../contract/account.ts';
import { calls } from '../../contract/calls.ts';
import { isId } from '../../contract/id.ts';
import type { Database } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { readUpload } from '../http/upload.ts';
import type { Limits } from '../limits/limits.ts';
import { holdAccount } from './account.store.ts';
import { readAvatar, replaceAvatar } from './avatar.store.ts';
import { makeAvatar, uploadQueue } from './avatar.ts';

/** Setting and showing an account's picture. */
export function avatarRoutes(app: FastifyInstance, database: Database, limits: Limits): void {
  serve(app, calls.changeAvatar, async ({ caller, request }) => {
    await limits.take('upload', caller.account);
    const image = await uploadQueue.run(async () =>
      makeAvatar(await readUpload(request, calls.changeAvatar.upload)),
    );
    const id = await database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, caller.account);
      return replaceAvatar(transaction, caller.account, image);
    });
    return { avatarURL: avatarPath(caller.account, id) };
  });

  app.get<{ Params: { account: string; picture: string } }>(
    avatarPath(':account', ':picture'),
    { config: { public: true } },
    async (request, reply) => {
      const { account, picture } = request.params;
      const image = isId(account) && isId(picture) && (await readAvatar(database, account, picture));
      if (!image)
        throw new Problem('not_found', 'There is no such picture: it was replaced or its account erased.');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/webp')
        .send(image);
    },
  );
}
