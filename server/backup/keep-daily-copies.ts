import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { hasDailyCopy } from './automatic-copies.ts';

const DAILY_COPY = fileURLToPath(new URL('daily-copy.ts', import.meta.url));

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Keeps a copy of each day of an SQLite database, in the folder `backups` beside it; looks a minute after the start, and
 * hourly, whether today's is there. One that fails is logged and tried again. Returns the function that ends it.
 */
export function keepDailyCopies(
  { databaseUrl, dailyCopies }: Pick<Config, 'databaseUrl' | 'dailyCopies'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  firstLookMs = MINUTE_MS,
): () => Promise<void> {
  const database = databaseUrl.replace(/^sqlite:/, '');
  let child: ChildProcess | undefined;
  let copying = Promise.resolve();
  let isOver = false;

  const copy = async () => {
    child = spawn(process.execPath, [DAILY_COPY, database, String(dailyCopies)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    if (code === 0) log.info('made the daily copy of the database');
    else if (!isOver)
      log.error({ reason: said.trim() }, 'no daily copy was made; it is tried again in an hour');
  };
  const look = () => {
    if (!existsSync(database) || hasDailyCopy(database)) return;
    copying = copying.then(copy).catch((error) => {
      log.error({ err: error }, 'no daily copy was made; it is tried again in an hour');
    });
  };

  if (!databaseUrl.startsWith('sqlite:') || dailyCopies === 0) return async () => {};
  const first = setTimeout(look, firstLookMs);
  const timer = setInterval(look, HOUR_MS);
  return async () => {
    isOver = true;
    clearTimeout(first);
    clearInterval(timer);
    child?.kill();
    await copying;
  };
}
