import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Where Node keeps what it has compiled: programs that are started many times start in half the time. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));

/** What a command said, and how it ended. */
export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program of the server's folder as people do, in a process of its own, with no terminal, to its end. */
export async function runCommand(
  script: string,
  args: string[],
  environment: Record<string, string>,
  stdin = '',
): Promise<Said> {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  // It may end without having read anything.
  child.stdin.on('error', () => {}).end(stdin);
  const [code] = await once(child, 'close');
  const [stdout, stderr] = await said;
  return { code, stdout, stderr };
}
