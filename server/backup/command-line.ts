import { resolve } from 'node:path';
import { StartError } from '../start-error.ts';

/** A path as the person means it: npm runs every script in the project's folder, and tells where it was called. */
export const fromWhereCalled = (path: string): string =>
  resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/**
 * Reads arguments with `parseArgs`.
 * @throws StartError with its complaint and how the command is called.
 */
export function refuseOptions<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new StartError(`${message.split('. ')[0]}. ${usage}`);
  }
}
