import { BASE_PATH } from '../contract/base-path.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './database/open.ts';
import { keepHouse } from './housekeeping.ts';
import { StartError } from './start-error.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config.databaseUrl);
  const app = await buildApp(config, database);
  // The framework's own line about listening would say twice what the one below says clearly.
  app.log.level = 'warn';
  const port = await app.listen({ port: config.port, host: config.host }).then(portOf, (error) => {
    throw cannotListen(error, config);
  });
  app.log.level = config.logLevel;
  const stopHousekeeping = keepHouse(database, app.log);
  console.log(`Drink it is ready: ${config.publicUrl || `http://localhost:${port}`}${BASE_PATH}/`);

  const stop = async () => {
    stopHousekeeping();
    await app.close();
    await database.destroy();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function portOf(address: string): string {
  return new URL(address).port;
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

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
