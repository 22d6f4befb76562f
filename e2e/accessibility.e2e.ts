import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { bearer, chooseFromMenu, expect, press, signedInTest, test } from './person.ts';

const looks = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'dark', width: 1440 },
] as const;

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

/** Nothing reaches beyond the right edge of the window. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

const pages = ['', 'signin', 'signup'];

const dialogs: { name: string; isDialog?: boolean; open(page: Page): Promise<void> }[] = [
  { name: 'the tracker alone', isDialog: false, open: async () => {} },
  {
    name: 'the account menu',
    isDialog: false,
    open: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
  },
  { name: 'the calculator', open: (page) => press(page, 'Edit my daily norma') },
  { name: 'adding water', open: (page) => press(page, 'Add water') },
  {
    name: 'editing',
    open: (page) =>
      page
        .getByRole('button', { name: /^Edit portion/ })
        .first()
        .click(),
  },
  {
    name: 'deleting',
    open: (page) =>
      page
        .getByRole('button', { name: /^Delete portion/ })
        .first()
        .click(),
  },
  { name: 'the settings', open: (page) => chooseFromMenu(page, 'Settings') },
  {
    name: 'the settings of reminders',
    open: async (page) => {
      await chooseFromMenu(page, 'Settings');
      await page.getByRole('tab', { name: 'Reminders' }).click();
      await page.getByRole('heading', { name: 'What became of them' }).waitFor();
    },
  },
  {
    name: 'the sessions',
    open: async (page) => {
      await chooseFromMenu(page, 'Settings');
      await page.getByRole('tab', { name: 'Sessions' }).click();
      await page.getByText('this session').waitFor();
    },
  },
  { name: 'logging out', open: (page) => chooseFromMenu(page, 'Log out') },
  {
    name: 'the details of a day',
    isDialog: false,
    open: (page) => page.locator('button[aria-current="date"]').click(),
  },
];

for (const { colorScheme, width } of looks) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test('axe finds nothing on the pages of a visitor', async ({ page }) => {
      for (const path of pages) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page);
      }
    });

    signedInTest.describe('', () => {
      signedInTest.use({ colorScheme, viewport: { width, height: 800 } });
      signedInTest('axe finds nothing in the tracker and its dialogs', async ({ page, server, account }) => {
        signedInTest.slow();
        await addPortionNow(server, account.token);
        // So that there is something in the ledger of reminders.
        await server.post(calls.testReminders.path, { headers: bearer(account) });
        await page.goto('home');
        for (const { open, isDialog = true } of dialogs) {
          await page.getByRole('list', { name: 'Portions' }).waitFor();
          await open(page);
          if (isDialog) await page.getByRole('dialog').waitFor();
          await expectAccessible(page);
          await page.keyboard.press('Escape');
        }
      });
    });
  });
}

async function addPortionNow(
  server: import('@playwright/test').APIRequestContext,
  token: string,
): Promise<void> {
  const now = new Date(Date.now() + 2 * 3_600_000);
  const time = now.toISOString().slice(0, 16);
  await server.post(calls.addPortion.path, { headers: bearer({ token }), data: { waterVolume: 250, time } });
}

for (const width of [320, 720]) {
  signedInTest.describe(`${width} px wide, as at a large zoom`, () => {
    signedInTest.use({ viewport: { width, height: 640 } });
    signedInTest('nothing has to be scrolled sideways', async ({ page }) => {
      for (const path of ['', 'home']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expectNoSidewaysScroll(page);
      }
      await chooseFromMenu(page, 'Settings');
      await expectNoSidewaysScroll(page);
      await page.getByRole('tab', { name: 'Reminders' }).click();
      await page.getByRole('heading', { name: 'What became of them' }).waitFor();
      await expectNoSidewaysScroll(page);
      await page.getByRole('tab', { name: 'Sessions' }).click();
      await page.getByText('this session').waitFor();
      await expectNoSidewaysScroll(page);
    });
  });
}
