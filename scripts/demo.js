import { build, ensureToolchain } from './toolchain.js';

await ensureToolchain();
build();
await import('../server/demo/main.ts');
