// The server, restarted when its files change, and Vite's server, which reloads the browser and passes calls on to it.
import { spawn } from 'node:child_process';
import { ensureToolchain, root } from './toolchain.js';

await ensureToolchain();

const children = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js'],
].map((args) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: '3000', HOST: '127.0.0.1' },
  }),
);

const stop = () => {
  for (const child of children) child.kill();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
