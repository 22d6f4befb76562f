import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import { avatarRoutes } from './account/avatar.routes.ts';
import { sessionRoutes } from './account/session.routes.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { healthRoutes } from './health/health.routes.ts';
import { authenticate } from './http/authenticate.ts';
import { readJson } from './http/json-body.ts';
import { answerBelowRoutes, answerConnectionError, pathOfTarget } from './http/node-errors.ts';
import { answerUnknown } from './http/not-found.ts';
import { answerError } from './http/problem.ts';
import { logOptions, logRequests, ownLinesOnly } from './http/request-log.ts';
import { secure, securityHeaders } from './http/security.ts';
import { stopInTime } from './http/stopping.ts';
import { acceptUploads } from './http/upload.ts';
import { serveWebFiles } from './http/web-files.ts';
import { CallCounter, keepSharing } from './limits/call-counter.ts';
import { Limits } from './limits/limits.ts';
import { normRoutes } from './norm/norm.routes.ts';
import { channelRoutes } from './reminders/channel.routes.ts';
import { reminderRoutes } from './reminders/reminder.routes.ts';
import { reminderSettings } from './reminders/settings.ts';
import { waterRoutes } from './water/water.routes.ts';

/**
 * What a call takes is checked by the schemas of its declaration (http/serve.ts): the framework's own compilers, which
 * take a tenth of the memory and of the start, are never loaded.
 */
const noSchemas = () => {
  throw new Error('Declare the call in contract/calls.ts instead of giving its route a schema.');
};

/** Builds the application on an open database; it neither listens nor closes the database. */
export async function buildApp(config: Config, database: Database): Promise<FastifyInstance> {
  const headers = securityHeaders(config);
  const app = Fastify({
    logger: logOptions(config.logLevel),
    logController: ownLinesOnly,
    genReqId: () => randomUUID(),
    // A logger for each call would cost more than the one line that it writes.
    childLoggerFactory: (logger) => logger,
    // Such an address is refused before any hook has run.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    trustProxy: config.trustProxy,
    rewriteUrl: pathOfTarget,
    clientErrorHandler: answerConnectionError(headers),
    requestTimeout: 60_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    // `stopInTime` says the same in our words.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknown);
  app.decorateRequest('caller', undefined);

  logRequests(app);
  await secure(app, config);
  stopInTime(app);
  answerBelowRoutes(app, headers);
  // Nothing of what is sent along to no address of ours is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply);
    else done();
  });
  await serveWebFiles(app);

  const reminders = await reminderSettings(config, database);
  const limits = new Limits(database, config.rateLimits);
  const counter = config.rateLimits ? new CallCounter(database) : undefined;
  if (counter) app.addHook('onClose', keepSharing(counter, app.log));
  await app.register(async (api) => {
    authenticate(api, database, counter);
    readJson(api);
    healthRoutes(api, database);
    accountRoutes(api, database, limits, config.sessionDays);
    sessionRoutes(api, database);
    normRoutes(api, database);
    waterRoutes(api, database);
    reminderRoutes(api, database, reminders);
    channelRoutes(api, database, reminders);
    await api.register(async (uploads) => {
      await acceptUploads(uploads);
      avatarRoutes(uploads, database, limits);
    });
  });
  return app;
}
