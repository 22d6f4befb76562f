import { ensureToolchain } from './toolchain.js';

await ensureToolchain();
await import('../server/admin/main.ts');
