import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BASE_PATH } from '../contract/base-path.ts';
import { expect, fill, newAccount, press, test } from './person.ts';

/** The most JavaScript, gzipped, that the first sight of the product may cost, bytes. */
const WELCOME_LIMIT = 110_000;
/** And the way from the sign-in form to the tracker. */
const HOME_LIMIT = 133_500;

/** Counts the gzipped size of every script that the page fetches from now on. */
function weigh(page: Page): () => number {
  const scripts = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const file = join('dist/web', pathname.slice(BASE_PATH.length));
    scripts.set(pathname, statSync(`${file}.gz`).size);
  });
  return () => [...scripts.values()].reduce((sum, size) => sum + size, 0);
}

/** How much of the page has jumped so far (Cumulative Layout Shift). */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        };
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );

test('the welcome page is light, and nothing on it jumps', async ({ page }) => {
  const weight = weigh(page);
  await page.goto('', { waitUntil: 'networkidle' });
  expect(weight()).toBeLessThanOrEqual(WELCOME_LIMIT);
  expect(weight()).toBeGreaterThan(50_000);
  // 0.00: below what two decimals can show.
  expect(await layoutShift(page)).toBeLessThan(0.005);
});

test('the way from sign-in to the tracker is light', async ({ page, server }) => {
  const { email, password } = await newAccount(server);
  const weight = weigh(page);
  await page.goto('signin');
  await fill(page, { Email: email, Password: password });
  await press(page.getByRole('main'), 'Sign in');
  await expect(page.getByRole('heading', { name: 'Month' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(weight()).toBeLessThanOrEqual(HOME_LIMIT);
});
