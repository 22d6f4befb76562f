import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Runs a program's start; what the person can mend ends it with one sentence instead of a stack. */
export async function run(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Listens where the settings say and returns the port.
 * @throws StartError if the port or the address cannot be had.
 */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  // The framework's own line about listening would say twice what the caller says clearly.
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    const address = await app.listen({ port: config.port, host: config.host });
    return new URL(address).port;
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, config);
  } finally {
    app.log.level = level;
  }
}

function cannotListen(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program: set PORT to a free one, such as PORT=${port + 1}.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} is not allowed to this user: set PORT to one above 1023, such as PORT=3000.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(
      `HOST is "${host}" but this machine has no such address: set HOST to 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

/** Whoever asks a program to end kills it a little later: after 10 s, as container engines do. */
const STOP_WITHIN_MS = 9500;

/** Calls `stop` once, when the program is asked to end, and ends it for good if that takes too long. */
export function onEnd(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    // Whatever was acknowledged is on the disk already.
    setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
    void stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
}
