import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that stands beside the server for comparison. */
export interface Child {
  /** The first thing that it said. */
  said: string;
  stop(): Promise<void>;
}

/** Starts a file of this folder and waits for the first thing that it says. */
export async function startChild(name: string, ...args: string[]): Promise<Child> {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!first) throw new Error(`${name} ended before it said anything.`);
  return {
    said: String(first[0]).trim(),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
