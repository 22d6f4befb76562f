import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import type english from '../web/i18n/texts/en.json';
import { expect, kept, signedInTest, test } from './person.ts';

const TEXTS = /\/assets\/(\w\w)-[\w-]+\.json$/;
const lang = (page: Page) => page.locator('html');

/** The languages whose texts the page fetches, in order. */
function fetchedLanguages(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const [, code] = TEXTS.exec(request.url()) ?? [];
    if (code) fetched.push(code);
  });
  return fetched;
}

test.describe('the language of a visit is', () => {
  test.use({ locale: 'de-AT' });

  /** The sources in the order in which they count, each in another language. */
  const sources = [
    { name: 'that of the address', code: 'fr' },
    { name: 'that of the cookie i18next', code: 'es' },
    { name: 'that of the local storage', code: 'it' },
    { name: 'that of the session storage', code: 'pl' },
    { name: 'that of the browser', code: 'de' },
  ];

  for (const [first, { name, code }] of sources.entries()) {
    test(`${name}, before ${sources.length - 1 - first} others`, async ({ page, context, baseURL }) => {
      const isGiven = (source: number) => source >= first;
      if (isGiven(1)) await context.addCookies([{ name: 'i18next', value: 'es', url: baseURL ?? '' }]);
      await page.addInitScript(
        ([local, session]) => {
          if (local) localStorage.setItem('i18nextLng', local);
          if (session) sessionStorage.setItem('i18nextLng', session);
        },
        [isGiven(2) ? 'it' : '', isGiven(3) ? 'pl' : ''],
      );
      const fetched = fetchedLanguages(page);
      await page.goto(isGiven(0) ? 'signin?lng=fr' : 'signin');
      await expect(lang(page)).toHaveAttribute('lang', code);
      await expect(page.getByRole('combobox')).toHaveValue(code);
      expect(fetched).toEqual([code]);
      expect(await kept(page)).toMatchObject({ i18nextLng: code });
    });
  }
});

for (const { browser, shown } of [
  { browser: 'pt-BR', shown: 'pt' },
  { browser: 'uk-UA', shown: 'uk' },
  { browser: 'sv-SE', shown: 'uk' },
]) {
  test.describe(`a browser in ${browser}`, () => {
    test.use({ locale: browser });
    test(`gets the texts of ${shown} and no others`, async ({ page }) => {
      const fetched = fetchedLanguages(page);
      await page.goto('');
      await expect(lang(page)).toHaveAttribute('lang', shown);
      expect(fetched).toEqual([shown]);
    });
  });
}

test('an unknown language in the address falls back to that of the browser or to Ukrainian', async ({
  page,
}) => {
  await page.goto('?lng=tlh');
  await expect(lang(page)).toHaveAttribute('lang', /^(uk|en)$/);
});

test('texts that do not come are tried again, 5 times from 350 ms on', async ({ page, expectedConsole }) => {
  expectedConsole.push(/net::ERR_FAILED/);
  const start = Date.parse('2026-11-20T12:00Z');
  await page.clock.install({ time: start });
  let tries = 0;
  await page.route(TEXTS, (route) => {
    tries += 1;
    return tries <= 5 ? route.abort() : route.continue();
  });
  let failures = 0;
  page.on('requestfailed', () => {
    failures += 1;
  });
  await page.clock.pauseAt(start + 1000);
  await page.goto('');
  for (const [retry, pause] of [350, 700, 1400, 2800, 5600].entries()) {
    await expect.poll(() => failures).toBe(retry + 1);
    // The page has its pause set by the time it answers: only then may its clock go on.
    await page.evaluate(() => new Promise<void>((resolve) => queueMicrotask(resolve)));
    await page.clock.runFor(pause - 1);
    expect(tries).toBe(retry + 1);
    await page.clock.runFor(1);
  }
  await expect(page.getByRole('heading', { name: 'Water consumption tracker' })).toBeVisible();
  expect(tries).toBe(6);
});

signedInTest('every language can be chosen in the header, and all of the page follows', async ({ page }) => {
  await page.goto('home');
  for (const [code, name] of Object.entries(languages)) {
    await page.getByRole('combobox').selectOption({ label: name });
    await expect(lang(page)).toHaveAttribute('lang', code);
    await expect(page.getByRole('combobox')).toHaveValue(code);
    const { water, norm, month, titles } = textsOf(code);
    await expect(page.getByRole('button', { name: water.add, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: norm.title, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: month.title, exact: true })).toBeVisible();
    await expect(page.getByText(water.notYet)).toBeVisible();
    await expect(page).toHaveTitle(titles.home);
    expect(await kept(page)).toMatchObject({ i18nextLng: code });
  }
});

function textsOf(code: string): typeof english {
  return JSON.parse(readFileSync(new URL(`../web/i18n/texts/${code}.json`, import.meta.url), 'utf8'));
}
