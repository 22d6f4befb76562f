import { pictureQueue, uploadQueue } from '../account/avatar.ts';
import { passwordQueue } from '../account/password.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import { watchTimes } from '../database/watch-times.ts';
import { serveFigures } from './metrics-server.ts';

/**
 * Counts and serves figures if `METRICS_PORT` says so, and returns the database as it is to be used: watched, or itself.
 * Where nobody wants figures, nothing of this is even loaded.
 * @throws StartError if the port cannot be had.
 */
export async function watched(
  config: Config,
  database: Database,
): Promise<{ database: Database; stopFigures: () => void }> {
  if (config.metricsPort === undefined) return { database, stopFigures: () => {} };
  const { startFigures } = await import('./figures.ts');
  const figures = startFigures({
    passwords: passwordQueue,
    pictures: pictureQueue,
    uploads: uploadQueue,
  });
  const stopFigures = await serveFigures(figures, config);
  return { database: database.withPlugin(watchTimes(figures.queryTook)), stopFigures };
}
