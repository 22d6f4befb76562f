import { type Program, startProgram } from '../server/testing/program.ts';

/**
 * Starts the server as people do, on a database; only the limits on how often an account or an address may call are off,
 * since a few accounts at one address stand for many.
 */
export const startServer = (databaseUrl: string, more: Record<string, string> = {}): Promise<Program> =>
  startProgram({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', RATE_LIMITS: 'off', ...more });
