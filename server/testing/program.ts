import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { serverOptions } from '../../scripts/server-options.js';
import { COMPILE_CACHE } from './command.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY = /^Drink it is ready: http:\/\/localhost:(\d+)\/project-drink-it\/$/m;

/** How a program ended, and what it said on its standard error. */
export interface End {
  code: number | null;
  stderr: string;
}

/** The server as people start it, in a process of its own. */
export interface Program {
  url: string;
  pid: number;
  /** Sends a signal and waits for the end. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<End>;
  signal(signal: 'SIGTERM'): void;
  ended: Promise<End>;
  /** All that it has printed so far, on its standard output and error. */
  printed(): string;
}

/**
 * Starts it, or the one of another version that is named, and waits until it says that it is ready. It may run `under`
 * another program, such as strace.
 */
export async function startProgram(
  environment: Record<string, string>,
  main = MAIN,
  under: readonly string[] = [],
): Promise<Program> {
  const child = spawnMain(environment, main, under);
  const ended = endOf(child);
  let [stdout, printed] = ['', ''];
  child.stderr.on('data', (text) => {
    printed += text;
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      stdout += text;
      printed += text;
      const ready = READY.exec(stdout);
      if (ready?.[1]) resolve(ready[1]);
    });
    ended.then(({ stderr }) => reject(new Error(`It ended instead of being ready: ${stderr}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    ended,
    printed: () => printed,
    signal: (signal) => child.kill(signal),
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs it with settings that keep it from starting, to its end. */
export function runProgram(environment: Record<string, string>): Promise<End> {
  return endOf(spawnMain(environment));
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function spawnMain(environment: Record<string, string>, main = MAIN, under: readonly string[] = []): Child {
  const [command = '', ...rest] = [...under, process.execPath, ...serverOptions, main];
  return spawn(command, rest, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMITS: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function endOf(child: Child): Promise<End> {
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
