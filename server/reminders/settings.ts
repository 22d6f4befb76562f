import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import type { SchedulerSettings } from './scheduler.ts';
import { readServerKeys } from './server-key.store.ts';

const TICK_MS = 5000;
const FIRST_PAUSE_MS = 10_000;

/** What sending reminders takes: the keys of this installation, and what its settings say. */
export async function reminderSettings(
  { publicUrl, outboundAllow }: Config,
  database: Database,
): Promise<SchedulerSettings> {
  return {
    keys: await readServerKeys(database),
    // RFC 8292 wants an address to turn to; without a public one there is nobody who could be reached.
    contact: publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@drink-it.invalid',
    allowed: outboundAllow,
    tickMs: TICK_MS,
    firstPauseMs: FIRST_PAUSE_MS,
  };
}
