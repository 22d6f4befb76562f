// What `npm start` and `npm test` need before anything else can run. Plain JavaScript for any Node >= 20, without
// dependencies: on a bare machine nothing else is there yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const inRoot = (...path) => join(root, ...path);
const installedStamp = inRoot('node_modules', '.installed-from');
const builtStamp = inRoot('dist', '.built-from');

/** The Node that the project pins as a dependency. */
const pinnedNode = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const pinnedVersion = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).dependencies.node;

/** Ends the process with one sentence on standard error. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** A hash of files, and of all files in folders, by name and content. */
function fingerprint(...paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const full = inRoot(path);
    const files = existsSync(full) && !/\.\w+$/.test(path) ? filesIn(full) : [full];
    for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const holds = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value;

function write(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}

/**
 * Installs what the lock file names, unless that is there already. Not `npm ci`: it refuses a lock file that lacks a
 * binary for another platform, which a registry that mirrors only some of them makes unavoidable.
 */
function install() {
  const wanted = fingerprint('package-lock.json');
  if (holds(installedStamp, wanted) && existsSync(pinnedNode)) return;
  console.log('Installing what Drink it needs (once; this may take a minute) …');
  // npm must not run on the Node that it is about to replace.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inRoot('node_modules')))
    .join(delimiter);
  const { status } = spawnSync('npm', ['install', '--no-save', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) giveUp('Installing failed: check that the npm registry can be reached, then try again.');
  write(installedStamp, wanted);
}

/**
 * Installs what is missing and makes sure that the calling script runs on the pinned Node, with the options given: on
 * another one, or without them, it is run again so, and this process only waits for it.
 */
export async function ensureToolchain(options = []) {
  install();
  const hasOptions = options.every((option) => process.execArgv.includes(option));
  if (process.version === `v${pinnedVersion()}` && hasOptions) return;
  const child = spawn(pinnedNode, [...options, ...process.argv.slice(1)], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => {
    child.on('exit', (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
  process.exit(code);
}

/** Runs a script on this Node and waits for it; returns its exit code. */
export function run(script, args = [], environment = {}) {
  const { status } = spawnSync(process.execPath, [inRoot(script), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** Builds the browser code, unless the last build was made from the same files. */
export function build() {
  const wanted = fingerprint('package-lock.json', 'vite.config.ts', 'web', 'contract', 'scripts');
  if (holds(builtStamp, wanted)) return;
  console.log('Building the browser code …');
  if (run('scripts/build.ts') !== 0) {
    giveUp('Building failed: what stands above says where.');
  }
  write(builtStamp, wanted);
}
