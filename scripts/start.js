import module from 'node:module';
import { join } from 'node:path';
import { serverOptions } from './server-options.js';
import { build, ensureToolchain, root } from './toolchain.js';

await ensureToolchain(serverOptions);
build();
// What Node makes of the source is kept, so that the next start takes half the time.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'node'));
await import('../server/main.ts');
module.flushCompileCache();
