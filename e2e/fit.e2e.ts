import type { Page } from '@playwright/test';
import { languageCodes } from '../contract/languages.ts';
import { expect, signedInTest, test } from './person.ts';

/** The texts that do not fit into their boxes, wherever the page shows any. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'h1, h2, h3, p, span, a, button, label, legend, dt, dd, li, input',
      ),
    ]
      .filter((element) => {
        const style = getComputedStyle(element);
        const isShown = element.checkVisibility() && style.clipPath === 'none' && element.textContent?.trim();
        const isMeantToBeCut = style.textOverflow === 'ellipsis';
        const isWider = element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline';
        const box = element.getBoundingClientRect();
        const isOutside = box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
        return isShown && !isMeantToBeCut && (isWider || isOutside);
      })
      .map((element) => `${element.tagName}: ${element.textContent?.trim().slice(0, 60)}`),
  );

for (const language of languageCodes) {
  test.describe(`in ${language}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, locale: language });
    test('no text of the pages of a visitor is cut', async ({ page }) => {
      for (const path of ['', 'signin', 'signup']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        if (path) await page.locator('button[type="submit"]').click();
        expect(await cutTexts(page)).toEqual([]);
      }
    });
  });

  signedInTest.describe(`in ${language}, signed in`, () => {
    signedInTest.use({ viewport: { width: 360, height: 740 }, locale: language });
    signedInTest('no text of the tracker and its dialogs is cut', async ({ page }) => {
      await page.goto('home', { waitUntil: 'networkidle' });
      expect(await cutTexts(page)).toEqual([]);

      const main = page.getByRole('main');
      const menu = page.locator('header button[popovertarget]');
      const isOpen = page.locator('dialog[open], [popover]:popover-open');
      const chooseItem = async (item: number) => {
        await menu.click();
        await page.locator('[popover]:popover-open button').nth(item).click();
        await page.getByRole('dialog').waitFor();
      };
      const openers = [
        () => main.getByRole('button').first().click(),
        () => main.locator('section').nth(1).getByRole('button').last().click(),
        () => page.locator('button[aria-current="date"]').click(),
        () => menu.click(),
        () => chooseItem(0),
        async () => {
          await chooseItem(0);
          await page.getByRole('tab').nth(1).click();
          await page.locator('form input[type="time"]').first().waitFor();
        },
        async () => {
          await chooseItem(0);
          await page.getByRole('tab').last().click();
          await page.locator('dialog li button').first().waitFor();
        },
        () => chooseItem(1),
      ];
      for (const open of openers) {
        await open();
        await isOpen.waitFor();
        expect(await cutTexts(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(isOpen).toHaveCount(0);
      }
    });
  });
}
