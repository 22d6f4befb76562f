import { ensureToolchain } from './toolchain.js';

await ensureToolchain();
await import('../server/backup/backup.ts');
