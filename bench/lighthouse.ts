// Lighthouse (mobile preset) on the welcome page and, signed in, on the home page of the demo: the production build
// as `npm start` serves it. Lighthouse is fetched from the npm registry at the first run; nothing else here needs it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { BASE_PATH } from '../contract/base-path.ts';
import { findChromium } from '../scripts/chromium.js';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const DEBUGGING_PORT = 9333;
const RUNS = Number(process.argv[2] ?? 3);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

interface Audit {
  title: string;
  score: number | null;
  scoreDisplayMode: string;
  displayValue?: string;
}

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'drink-it-lighthouse-'));
const profile = join(folder, 'profile');
const demo = spawn(process.execPath, ['server/demo/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: '0' },
});
demo.stderr.pipe(process.stderr);
const [line] = await once(demo.stdout, 'data');
const demoAddress = /http\S+/.exec(String(line))?.[0] ?? '';
const address = (path: string) => new URL(BASE_PATH + path, demoAddress).href;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
try {
  await measure('welcome', '/');
  await signIn();
  await measure('home', '/home');
} finally {
  demo.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Leaves the demo's token in the profile, as signing in would. */
async function signIn(): Promise<void> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: flags,
  });
  const page = await browser.newPage();
  await page.goto(demoAddress);
  await page.waitForURL(address('/home'));
  await browser.close();
}

/** A Chromium of its own, since Lighthouse and another driver would get into each other's way. */
async function measure(name: string, path: string): Promise<void> {
  const browser = spawn(
    findChromium() ?? 'chromium',
    [
      ...flags,
      '--headless=new',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${DEBUGGING_PORT}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  await untilDebuggable();
  for (let run = 1; run <= RUNS; run += 1) print(name, lighthouse(address(path)));
  browser.kill();
  await ended;
}

async function untilDebuggable(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${DEBUGGING_PORT}/json/version`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await setTimeout(100);
  }
  throw new Error('Chromium does not listen on its debugging port.');
}

function lighthouse(url: string): Report {
  const output = join(folder, 'report.json');
  const { status } = spawnSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${DEBUGGING_PORT}`,
      '--disable-storage-reset',
      '--form-factor=mobile',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
    ],
    {
      timeout: 120_000,
      // Lighthouse wants a newer Node than the machine may have.
      env: { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`Lighthouse failed on ${url}.`);
  return JSON.parse(readFileSync(output, 'utf8'));
}

function print(name: string, { categories, audits }: Report): void {
  const scores = CATEGORIES.map((id) => `${id} ${Math.round((categories[id]?.score ?? 0) * 100)}`);
  const metrics = METRICS.map((id) => `${id} ${audits[id]?.displayValue}`);
  console.log(`${name}: ${scores.join(', ')}; ${metrics.join(', ')}`);
  for (const [id, category] of Object.entries(categories)) {
    for (const ref of category.auditRefs) {
      const audit = audits[ref.id];
      const isFault = audit?.score !== null && (audit?.score ?? 1) < 0.9;
      if (isFault && (id !== 'performance' || ref.weight > 0))
        console.log(`  ${id}: ${audit?.title} ${audit?.displayValue ?? ''}`);
    }
  }
}
