import { resolve } from 'node:path';
import { PassingFault } from '../database/faults.ts';
import { run } from '../program.ts';
import { StartError } from '../start-error.ts';
import { isOfMachine } from './write-beside.ts';

/** Runs a command; what the machine or the database refuses is said in one sentence, for the person to mend. */
export function runCommand(command: () => Promise<void>): Promise<void> {
  return run(async () => {
    try {
      await command();
    } catch (error) {
      if (error instanceof PassingFault) {
        const { message } = (error.cause ?? error) as Error;
        throw new StartError(`The database cannot do this at the moment (${message}): try again.`);
      }
      if (isOfMachine(error)) {
        throw new StartError(`This cannot be done (${error.message}): see that this user may, and has room.`);
      }
      throw error;
    }
  });
}

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
