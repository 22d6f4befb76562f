import type { Locator, Page } from '@playwright/test';
import {
  chooseFromMenu,
  dialogOf,
  expect,
  fill,
  kept,
  newEmail,
  portionRow,
  press,
  test,
  toastOf,
  WELCOME,
} from './person.ts';

/** One red pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

test('the whole life of an account', async ({ page, expectedConsole }) => {
  const email = newEmail();
  const yesterday = dayBefore(await page.evaluate(() => new Date().toLocaleDateString('sv')));

  await test.step('a visitor reads what it is about and signs up', async () => {
    await page.goto('');
    await expect(page.getByRole('heading', { name: 'Tracker benefits' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Why drink water' })).toBeVisible();
    await page.getByRole('link', { name: 'Try tracker' }).click();
    await fill(page, { Email: email, Password: 'deep blue sea', 'Repeat password': 'deep blue sea' });
    await press(page, 'Sign up');
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByText('You have not drunk any water yet today.', { exact: false })).toBeVisible();
    await expect(page.getByText('No notes yet')).toBeVisible();
  });

  await test.step('calculates a norm and saves it', async () => {
    await expect(page.getByRole('region', { name: 'My daily norma' })).toContainText('2 L');
    await press(page, 'Edit my daily norma');
    const dialog = dialogOf(page, 'My daily norma');
    await dialog.getByLabel('Woman').check();
    await fill(dialog, { 'Your weight in kilograms': '60' });
    await expect(dialog.getByText(/^The required amount of water/)).toContainText('1.8 L');
    await press(dialog, 'Save');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'My daily norma' })).toContainText('1.8 L');
    await expect(status(page)).toContainText('0 ml of 1.8 L');
  });

  await test.step('adds two portions today', async () => {
    await press(page, 'Add 250 ml');
    await expect(status(page)).toContainText('250 ml of 1.8 L');
    await press(page, 'Add water');
    await savePortion(dialogOf(page, 'Add water'), { 'Volume in ml': '650', Time: '00:00' });
    await expect(status(page)).toContainText('900 ml of 1.8 L');
    await expect(page.getByRole('img', { name: /50% of the norm/ })).toBeVisible();
    await expect(portionRow(page, '650 ml', '12:00 AM')).toBeVisible();
    await expect(portionRow(page, ' ml')).toHaveCount(2);
  });

  await test.step('and one yesterday, through the day in the month', async () => {
    if (!yesterday.startsWith(monthOf(await today(page)))) await press(page, 'Previous month');
    await openDay(page, yesterday);
    await press(page, 'Add portion');
    await savePortion(dialogOf(page, 'Add water'), { 'Volume in ml': '300', Time: '08:05' });
    await expect(portionRow(page, '300 ml', '8:05 AM')).toBeVisible();
    await expect(page.getByText('300 ml of 2 L')).toBeVisible();
    await press(page, 'Back to today');
    await expect(status(page)).toContainText('900 ml of 1.8 L');
  });

  await test.step('sees the figures of both days in the month', async () => {
    await showFigures(page, yesterday);
    await expect(figures(page)).toHaveText(
      /Daily norm:2 L.*Fulfilment of the daily norm:15%.*Servings of water:1/,
    );
    await page.keyboard.press('Escape');
    if (!yesterday.startsWith(monthOf(await today(page)))) await press(page, 'Next month');
    await showFigures(page, await today(page));
    await expect(figures(page)).toHaveText(
      /Daily norm:1\.8 L.*Fulfilment of the daily norm:50%.*Servings of water:2/,
    );
    await page.keyboard.press('Escape');
  });

  await test.step('edits one', async () => {
    await portionRow(page, '650 ml')
      .getByRole('button', { name: 'Edit portion: 650 ml at 12:00 AM' })
      .click();
    const dialog = dialogOf(page, 'Edit the portion');
    await press(dialog, '50 ml more');
    await savePortion(dialog, { Time: '00:01' });
    await expect(portionRow(page, '700 ml', '12:01 AM')).toBeVisible();
    await expect(status(page)).toContainText('950 ml of 1.8 L');
  });

  await test.step('deletes one, but not by cancelling', async () => {
    const row = portionRow(page, '700 ml');
    const dialog = dialogOf(page, 'Delete the portion');
    await row.getByRole('button', { name: /^Delete portion/ }).click();
    await press(dialog, 'Cancel');
    await expect(dialog).toBeHidden();
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: /^Delete portion/ }).click();
    await press(dialog, 'Delete');
    await expect(row).toBeHidden();
    await expect(status(page)).toContainText('250 ml of 1.8 L');
  });

  await test.step('changes name, photo and password', async () => {
    await chooseFromMenu(page, 'Settings');
    const dialog = dialogOf(page, 'Settings');
    await dialog
      .getByLabel('Upload a photo')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PHOTO });
    await expect(dialog.getByText('Your new photo is in place')).toBeVisible();
    await fill(dialog, {
      'Your name': 'Оленка',
      'Current password': 'deep blue sea',
      'New password': 'deep green sea',
      'Repeat new password': 'deep green sea',
    });
    await press(dialog, 'Save');
    await expect(dialog).toBeHidden();
    const menu = page.getByRole('button', { name: 'Account menu' });
    await expect(menu).toContainText('Оленка');
    const widthOf = (image: HTMLElement | SVGElement) => (image as HTMLImageElement).naturalWidth;
    await expect.poll(() => menu.locator('img').evaluate(widthOf)).toBeGreaterThan(0);
  });

  await test.step('switches the language, which is kept', async () => {
    await page.getByLabel('Language').selectOption('Deutsch');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('combobox').selectOption('English');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  await test.step('logs out after confirming it', async () => {
    await chooseFromMenu(page, 'Log out');
    const dialog = dialogOf(page, 'Log out');
    await press(dialog, 'Cancel');
    await expect(page).toHaveURL(/\/home$/);
    await chooseFromMenu(page, 'Log out');
    await press(dialog, 'Log out');
    await expect(page).toHaveURL(WELCOME);
    expect(await kept(page)).toEqual({ i18nextLng: 'en' });
  });

  await test.step('signs in with the new password and finds everything', async () => {
    await signIn(page, email, 'deep green sea');
    await expect(page).toHaveURL(/\/home$/);
    await expect(status(page)).toContainText('250 ml of 1.8 L');
    await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('Оленка');
  });

  await test.step('deletes the account after confirming it', async () => {
    await chooseFromMenu(page, 'Settings');
    await press(dialogOf(page, 'Settings'), 'Delete my account');
    const dialog = dialogOf(page, 'Delete account');
    await press(dialog, 'Cancel');
    await expect(dialog).toBeHidden();
    await press(dialogOf(page, 'Settings'), 'Delete my account');
    await press(dialog, 'Delete account');
    await expect(toastOf(page, 'Your account is erased')).toBeVisible();
    await expect(page).toHaveURL(WELCOME);
    expect(await kept(page)).toEqual({ i18nextLng: 'en' });
  });

  await test.step('and can sign in no more', async () => {
    expectedConsole.push(/status of 401/);
    await signIn(page, email, 'deep green sea');
    await expect(toastOf(page, "Sorry, but such an account doesn't exist.")).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
  });
});

const status = (page: Page) => page.getByRole('region', { name: 'How today stands' });
const figures = (page: Page) => page.locator('dl').filter({ hasText: 'Servings of water:' });
const today = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'));
const monthOf = (day: string) => day.slice(0, 7);
const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);

async function savePortion(dialog: Locator, texts: Record<string, string>): Promise<void> {
  await fill(dialog, texts);
  await press(dialog, 'Save');
  await expect(dialog).toBeHidden();
}

async function showFigures(page: Page, day: string): Promise<void> {
  await page.getByRole('button', { name: `${day}: ` }).press('Enter');
  await expect(figures(page)).toBeVisible();
}

async function openDay(page: Page, day: string): Promise<void> {
  await showFigures(page, day);
  await press(page, 'Open this day');
  await expect(page.getByRole('heading', { name: day })).toBeFocused();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await fill(page, { Email: email, Password: password });
  await press(page, 'Sign in');
}
