import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const GENERATOR = fileURLToPath(new URL('load-generator.ts', import.meta.url));

/** What one caller after the other asks, over and over, on connections that stay open. */
export interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** Each connection asks them in turn; `[<id>]` in any of them becomes something new each time. */
  requests: { method: string; path: string; headers?: Record<string, string>; body?: string }[];
  /** Whether to bring back the ids that were answered. */
  keepsIds?: boolean;
}

export interface LoadResult {
  perSecond: number;
  /** From sending to the answer, ms; the generator tells whole ones apart. */
  p50: number;
  p99: number;
  ids: string[];
}

/**
 * Lays it on from a process of its own.
 * @throws if any answer is no success: what was refused is quick, and would pass for speed.
 */
export async function lay(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The load generator ended with ${code}.`);
  const { failed, ...result } = JSON.parse(output);
  if (failed > 0) throw new Error(`${failed} calls to ${load.url} failed.`);
  return result;
}
