import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import { avatarRoutes } from './account/avatar.routes.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { authenticate } from './http/authenticate.ts';
import { readJson } from './http/json-body.ts';
import { answerBelowRoutes, answerConnectionError, pathOfTarget } from './http/node-errors.ts';
import { answerUnknown } from './http/not-found.ts';
import { answerError } from './http/problem.ts';
import { logOptions, logRequests, ownLinesOnly } from './http/request-log.ts';
import { secure, securityHeaders } from './http/security.ts';
import { acceptUploads } from './http/upload.ts';
import { serveWebFiles } from './http/web-files.ts';
import { normRoutes } from './norm/norm.routes.ts';
import { channelRoutes } from './reminders/channel.routes.ts';
import { reminderRoutes } from './reminders/reminder.routes.ts';
import { reminderSettings } from './reminders/settings.ts';
import { waterRoutes } from './water/water.routes.ts';

/** Builds the application on an open database; it neither listens nor closes the database. */
export async function buildApp(config: Config, database: Database): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logOptions(config.logLevel),
    logController: ownLinesOnly,
    genReqId: () => randomUUID(),
    // Such an address is refused before any hook has run.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...securityHeaders, 'x-request-id': request.id })),
    rewriteUrl: pathOfTarget,
    clientErrorHandler: answerConnectionError(securityHeaders),
    requestTimeout: 60_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknown);
  app.decorateRequest('caller', undefined);

  logRequests(app);
  await secure(app, config.corsOrigins);
  answerBelowRoutes(app, securityHeaders);
  // Nothing of what is sent along to no address of ours is read.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? answerUnknown(request, reply) : undefined,
  );
  await serveWebFiles(app);

  const reminders = await reminderSettings(config, database);
  await app.register(async (api) => {
    api.addHook('onRequest', authenticate(database));
    readJson(api);
    accountRoutes(api, database, config.sessionDays);
    normRoutes(api, database);
    waterRoutes(api, database);
    reminderRoutes(api, database, reminders);
    channelRoutes(api, database, reminders);
    await api.register(async (uploads) => {
      await acceptUploads(uploads);
      avatarRoutes(uploads, database);
    });
  });
  return app;
}
