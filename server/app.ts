import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import { avatarRoutes } from './account/avatar.routes.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { healthRoutes } from './health/health.routes.ts';
import { authenticate } from './http/authenticate.ts';
import { readJson } from './http/json-body.ts';
import { answerUnknown } from './http/not-found.ts';
import { answerError } from './http/problem.ts';
import { secure, securityHeaders } from './http/security.ts';
import { stopInTime } from './http/stopping.ts';
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
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // Such an address is refused before any hook has run.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(securityHeaders)),
    requestTimeout: 60_000,
    // `stopInTime` says the same in our words.
    return503OnClosing: false,
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknown);
  app.decorateRequest('caller', undefined);

  await secure(app, config.corsOrigins);
  stopInTime(app);
  await serveWebFiles(app);

  const reminders = await reminderSettings(config, database);
  await app.register(async (api) => {
    api.addHook('onRequest', authenticate(database));
    readJson(api);
    healthRoutes(api, database);
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
