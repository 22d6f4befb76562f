import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BASE_PATH } from '../contract/base-path.ts';
import { findChromium } from '../scripts/chromium.js';
import { send } from '../server/testing/test-app.ts';
import { atMost, type Figure, median } from './figure.ts';
import { inFreshFolder } from './fresh-folder.ts';
import { startServer } from './start-server.ts';

const TIMES = 20;
const PASSWORD = 'deep blue sea';

/** A slow telephone network, in bytes a second: 1.6 Mbit/s down, 750 kbit/s up. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1e6) / 8,
  uploadThroughput: (0.75 * 1e6) / 8,
};
const SLOWER_PROCESSOR = 4;

/** How long a finger presses, ms. */
const PRESS_MS = 100;

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const whole = (ms: number) => `${Math.round(ms)} ms`;

/**
 * What a person waits for on a slow telephone: from pressing "Sign in" until a glass can be tapped on the home page, and
 * from tapping it until the portion stands in the list. Each time in a browser that has seen nothing before.
 */
export const measure = () =>
  inFreshFolder(async (folder): Promise<Figure[]> => {
    const program = await startServer(`sqlite:${join(folder, 'browser.db')}`);
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const [toHome, toPortion]: [number[], number[]] = [[], []];
    for (let time = 0; time <= TIMES; time += 1) {
      const email = `person-${time}@example.com`;
      await send(program.url, 'POST /api/users/register', { body: { email, password: PASSWORD } });
      const person = await visit(browser, program.url, email);
      // The first one also waits for the server's own first time.
      if (time === 0) continue;
      toHome.push(person.toHome);
      toPortion.push(person.toPortion);
    }
    await browser.close();
    await program.stop('SIGTERM');
    return [
      atMost('from signing in to a usable home page', median(toHome), 2000, seconds),
      atMost('from a click to the portion', median(toPortion), 100, whole),
    ];
  });

async function visit(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await page.goto(`${url}${BASE_PATH}/signin`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const glass = 'button[aria-label="Add 250 ml"]';
  const toHome = await timeFromClick(page, page.getByRole('button', { name: 'Sign in', exact: true }), glass);
  // What the page still fetches behind the glasses is not what a click waits for.
  await page.waitForLoadState('networkidle');
  const portion = '[aria-label="Portions"] li';
  const toPortion = await timeFromClick(page, page.locator(glass), portion);
  await context.close();
  return { toHome, toPortion };
}

/** From the click on one thing until another is there and drawn, ms, on the page's own clock. */
async function timeFromClick(
  page: Page,
  button: ReturnType<Page['locator']>,
  awaited: string,
): Promise<number> {
  const drawn = page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        let clickedAt = Number.NaN;
        addEventListener(
          'click',
          (click) => {
            clickedAt = click.timeStamp;
          },
          { capture: true, once: true },
        );
        const observer = new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          observer.disconnect();
          // After the frame in which it is drawn.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)));
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      }),
    awaited,
  );
  await press(page, button);
  return drawn;
}

/** As a finger does: what the page does when it goes down is over when it goes up, with which the click begins. */
async function press(page: Page, button: ReturnType<Page['locator']>): Promise<void> {
  await button.hover();
  await page.mouse.down();
  await pause(PRESS_MS);
  await page.mouse.up();
}
