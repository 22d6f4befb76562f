// Installs what the tests need, builds what they run against, runs them all, and counts what really ran.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
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

const [vitest, playwright] = [read(vitestResults), read(playwrightResults)];
const counts = [countVitest(vitest), countPlaywright(playwright)];
const passed = sum(counts.map((count) => count.passed));
let failed = sum(counts.map((count) => count.failed));
// A runner that stumbled before or after its tests is a failure too, though it names none.
if (failed === 0 && codes.some((code) => code !== 0)) failed = 1;
// Said once more at the end, where it is seen without leafing through what every other test printed.
for (const { test, message } of [...failedInVitest(vitest), ...failedInPlaywright(playwright)]) {
  console.log(`\nFAILED ${test}\n${message.split('\n').slice(0, 25).join('\n')}`);
}
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

function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        test: `${relative(root, name)} ${fullName}`,
        message: failureMessages.join('\n'),
      }));
    // A file that cannot even be read has no test to name.
    return tests.length === 0 && message ? [{ test: relative(root, name), message }] : tests;
  });
}

function failedInPlaywright(report) {
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return (report ? specsOf(report) : [])
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      test: `${file} ${title}`,
      message: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map((error) => error.message)))
        .join('\n'),
    }));
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
