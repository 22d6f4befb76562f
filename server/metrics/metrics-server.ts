import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import type { Figures } from './figures.ts';

/**
 * Serves the figures as `/metrics`, on a port that people do not reach. Returns the function that ends it.
 * @throws StartError if the port cannot be had.
 */
export async function serveFigures(
  figures: Figures,
  { host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>,
): Promise<() => void> {
  const server = createServer(async ({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    const { type, content } = await figures.text();
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(content);
  });
  server.listen(metricsPort, host);
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(
      `The figures cannot be served at port ${metricsPort} (${code}): set METRICS_PORT to a free one, or to off.`,
    );
  });
  return () => {
    server.close();
    server.closeAllConnections();
    figures.stop();
  };
}
