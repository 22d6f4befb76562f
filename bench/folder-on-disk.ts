import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../.cache', import.meta.url));

/** A new folder inside the repository: the temporary one may be in memory, where a sync costs and proves nothing. */
export function folderOnDisk(name: string): string {
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, `${name}-`));
}
