// Makes the pictures of the README and of the web page anew: screenshots of the demo, the social preview, the icons.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { BASE_PATH } from '../contract/base-path.ts';
import { findChromium } from './chromium.js';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const publicFiles = join(root, 'web/public');
mkdirSync(pictures, { recursive: true });

const shots = [
  { name: 'home', path: '/home', width: 1280, height: 960 },
  { name: 'home-dark', path: '/home', width: 1280, height: 960, colorScheme: 'dark' as const },
  { name: 'phone', path: '/home', width: 390, height: 844 },
  { name: 'welcome', path: '/', width: 1280, height: 800, isVisitor: true },
];

const demo = spawn(process.execPath, ['server/demo/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: '0' },
});
demo.stderr.pipe(process.stderr);
const [line] = await once(demo.stdout, 'data');
const demoAddress = /http\S+/.exec(String(line))?.[0] ?? '';
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

for (const { name, path, width, height, colorScheme, isVisitor } of shots) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (!isVisitor) {
    await page.goto(demoAddress);
    await page.getByRole('list', { name: 'Portions' }).waitFor();
  }
  await page.goto(new URL(`${BASE_PATH}${path}`, demoAddress).href, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await context.close();
}
await browser.close();
demo.kill();

await sharp(join(pictures, 'welcome.png'))
  .resize(1200, 630, { fit: 'cover', position: 'top' })
  .png({ palette: true })
  .toFile(join(publicFiles, 'preview.png'));
for (const size of [180, 192, 512]) {
  await sharp(readFileSync(join(publicFiles, 'favicon.svg')), { density: 72 * (size / 32) })
    .resize(Math.round(size * 0.8), Math.round(size * 0.8))
    .extend({
      top: Math.floor(size * 0.1),
      bottom: Math.ceil(size * 0.1),
      left: Math.floor(size * 0.1),
      right: Math.ceil(size * 0.1),
      background: '#ffffff',
    })
    .flatten({ background: '#ffffff' })
    .resize(size, size)
    .png()
    .toFile(join(publicFiles, `icon-${size}.png`));
}
