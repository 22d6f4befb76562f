// Installs what the tests need, builds what they run against, runs them all, and counts what really ran.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.js';
import { build, ensureToolchain, giveUp, root, run } from './toolchain.js';

const results = join(root, 'test-results');
const vitestResults = join(results, 'vitest.json');
const playwrightResults = join(results, 'playwright.json');

await ensureToolchain();
ensureChromium();
build();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const codes = [
  run('node_modules/vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestResults}`,
  ]),
  run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults,
  }),
];

const counts = [countVitest(read(vitestResults)), countPlaywright(read(playwrightResults))];
const passed = sum(counts.map((count) => count.passed));
let failed = sum(counts.map((count) => count.failed));
// A runner that stumbled before or after its tests is a failure too, though it names none.
if (failed === 0 && codes.some((code) => code !== 0)) failed = 1;
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function countVitest(report) {
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 1 };
}

function countPlaywright(report) {
  const stats = report?.stats;
  return { passed: stats?.expected ?? 0, failed: stats ? stats.unexpected + stats.flaky : 1 };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A browser for the tests: one that is there, or Debian's. */
function ensureChromium() {
  if (findChromium()) return;
  console.log('Installing Chromium for the browser tests (once) …');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    spawnSync(command, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (!findChromium()) {
    giveUp(
      'There is no Chromium, and it could not be installed: install it, or name one with CHROMIUM=/path/to/chromium.',
    );
  }
}
