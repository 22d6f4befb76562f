import { ensureToolchain } from './toolchain.js';

await ensureToolchain();
await import('../server/database/migrate-engine.ts');
