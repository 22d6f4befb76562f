import { build, ensureToolchain } from './toolchain.js';

await ensureToolchain();
build();
await import('../bench/main.ts');
