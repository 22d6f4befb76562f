// Types, lint and format: what CI checks beside the tests.

import { spawnSync } from 'node:child_process';
import { ensureToolchain, root } from './toolchain.js';

await ensureToolchain();

const checks = [
  ['tsc', '-p', '.'],
  // A service worker lives in another world than a page.
  ['tsc', '-p', 'web/service-worker'],
  ['biome', 'check', '--error-on-warnings', '.'],
];
const failed = checks.filter(([tool, ...args]) => {
  const { status } = spawnSync(`node_modules/.bin/${tool}`, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status !== 0;
});
if (failed.length > 0) process.exit(1);
console.log('Types, lint and format are in order.');
