import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import {
  bearer,
  chooseFromMenu,
  dialogOf,
  expect,
  fill,
  newAccount,
  portionRow,
  press,
  signedInTest as test,
  toastOf,
} from './person.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('home');
});

test.describe('the settings', () => {
  const passwords = ['Current password', 'New password', 'Repeat new password'] as const;

  for (const { wrong, typed, field, message } of [
    {
      wrong: 'no name',
      typed: { 'Your name': '  ' },
      field: 'Your name',
      message: 'Name must have 1 to 64 characters',
    },
    { wrong: 'no e-mail', typed: { Email: '' }, field: 'Email', message: 'Email is required' },
    { wrong: 'half an e-mail', typed: { Email: 'olena@' }, field: 'Email', message: 'Invalid email address' },
    {
      wrong: 'a domain that is none',
      typed: { Email: 'o@b.c' },
      field: 'Email',
      message: 'Invalid email domain',
    },
    {
      wrong: 'a short password',
      typed: passwordsOf('deep blue sea', 'short', 'short'),
      field: 'New password',
      message: 'Password must be at least 8 characters',
    },
    {
      wrong: 'a long password',
      typed: passwordsOf('deep blue sea', 'x'.repeat(65), 'x'.repeat(65)),
      field: 'New password',
      message: 'Password must be at most 64 characters',
    },
    {
      wrong: 'passwords that differ',
      typed: passwordsOf('deep blue sea', 'deep green sea', 'deep green see'),
      field: 'Repeat new password',
      message: 'Passwords must match',
    },
    {
      wrong: 'no current password',
      typed: passwordsOf('', 'deep green sea', 'deep green sea'),
      field: 'Current password',
      message: 'Enter the current password to set a new one',
    },
    {
      wrong: 'no new password',
      typed: passwordsOf('deep blue sea', '', ''),
      field: 'New password',
      message: 'Password is required',
    },
    {
      wrong: 'a wrong current password',
      typed: passwordsOf('deep red sea', 'deep green sea', 'deep green sea'),
      field: 'Current password',
      message: 'The current password is not right',
    },
  ]) {
    test(`tell at the field of ${wrong}`, async ({ page, expectedConsole }) => {
      expectedConsole.push(/status of 400/);
      await chooseFromMenu(page, 'Settings');
      const dialog = dialogOf(page, 'Settings');
      await fill(dialog, typed);
      await press(dialog, 'Save');
      await expect(dialog.getByLabel(field, { exact: true })).toHaveAccessibleDescription(message);
      for (const [label, text] of Object.entries(typed)) {
        await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text);
      }
    });
  }

  test('tell at the field of an address that another account has', async ({
    page,
    server,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409/);
    const other = await newAccount(server);
    await chooseFromMenu(page, 'Settings');
    const dialog = dialogOf(page, 'Settings');
    await fill(dialog, { Email: other.email });
    await press(dialog, 'Save');
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
      'This email already belongs to another account',
    );
  });

  function passwordsOf(...texts: [string, string, string]): Record<string, string> {
    return Object.fromEntries(passwords.map((label, index) => [label, texts[index] ?? '']));
  }
});

test.describe('the calculator', () => {
  for (const { gender, weight, hours, result } of [
    { gender: 'Woman', weight: '60', hours: '', result: '1.8 L' },
    { gender: 'Woman', weight: '60', hours: '1.5', result: '2.4 L' },
    { gender: 'Man', weight: '60', hours: '1.5', result: '3.3 L' },
    { gender: 'Woman', weight: '62,5', hours: '0,25', result: '2 L' },
    { gender: 'Man', weight: '62,5', hours: '0,25', result: '2.7 L' },
    { gender: 'Man', weight: '', hours: '2', result: 'Enter your weight to see it' },
  ]) {
    test(`says ${result} for a ${gender} of ${weight} kg with ${hours || 0} h`, async ({ page }) => {
      await press(page, 'Edit my daily norma');
      const dialog = dialogOf(page, 'My daily norma');
      await dialog.getByLabel(gender, { exact: true }).check();
      await fill(dialog, { 'Your weight in kilograms': weight, [HOURS]: hours });
      await expect(dialog.getByText(/^The required amount of water/)).toContainText(result);
    });
  }

  test('sets what the person wants to drink instead', async ({ page, account, server }) => {
    await press(page, 'Edit my daily norma');
    const dialog = dialogOf(page, 'My daily norma');
    await dialog.getByLabel('Man', { exact: true }).check();
    await fill(dialog, { 'Your weight in kilograms': '62,5', [HOURS]: '0,25', [WILL_DRINK]: '1,85' });
    await press(dialog, 'Save');
    await expect(page.getByRole('region', { name: 'My daily norma' })).toContainText('1.85 L');
    const norm = await server.get(calls.getNorm.path, { headers: bearer(account) });
    expect(await norm.json()).toEqual({
      dailyNorma: 1.85,
      gender: 'man',
      weight: 62.5,
      activityTime: 0.25,
      willDrink: 1.85,
    });
  });

  test('keeps what was typed when the network is down, and says so', async ({ page, expectedConsole }) => {
    expectedConsole.push(/net::ERR_FAILED/);
    await press(page, 'Edit my daily norma');
    const dialog = dialogOf(page, 'My daily norma');
    await page.route('**/api/**', (route) => route.abort());
    await fill(dialog, { 'Your weight in kilograms': '60', [WILL_DRINK]: '3' });
    await press(dialog, 'Save');
    await expect(dialog.getByRole('alert')).toHaveText(/^The server does not answer\./);
    await expect(dialog.getByLabel('Your weight in kilograms')).toHaveValue('60');
    await expect(dialog.getByLabel(WILL_DRINK)).toHaveValue('3');
  });
});

test.describe('a portion', () => {
  for (const { wrong, typed, message } of [
    { wrong: 'nothing', typed: { 'Volume in ml': '' }, message: /whole number of ml/ },
    { wrong: 'too much', typed: { 'Volume in ml': '5001' }, message: /from 1 to 5000/ },
    { wrong: 'half a ml', typed: { 'Volume in ml': '0.5' }, message: /whole number of ml/ },
    { wrong: 'no time', typed: { Time: '' }, message: /date and a time/ },
    { wrong: 'the future', typed: { Date: '2099-01-01' }, message: /future/ },
  ]) {
    test(`of ${wrong} is refused at its field`, async ({ page }) => {
      await press(page, 'Add water');
      const dialog = dialogOf(page, 'Add water');
      await fill(dialog, typed);
      await press(dialog, 'Save');
      const [label = ''] = Object.keys(typed);
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(message);
    });
  }

  test('is added once by a double click', async ({ page }) => {
    await press(page, 'Add water');
    await fill(dialogOf(page, 'Add water'), { 'Volume in ml': '123' });
    await dialogOf(page, 'Add water').getByRole('button', { name: 'Save' }).dblclick();
    await expect(portionRow(page, '123 ml')).toHaveCount(1);
    await page.getByRole('button', { name: 'Add 250 ml' }).dblclick();
    await expect(portionRow(page, '250 ml')).toHaveCount(1);
    await page.reload();
    await expect(portionRow(page, '250 ml')).toHaveCount(1);
    await expect(portionRow(page, ' ml')).toHaveCount(2);
  });

  test('whose answer was lost is added once by trying again', async ({ page, expectedConsole }) => {
    expectedConsole.push(/net::ERR_FAILED/);
    await loseOneAnswer(page);
    await press(page, 'Add water');
    const dialog = dialogOf(page, 'Add water');
    await fill(dialog, { 'Volume in ml': '123' });
    await press(dialog, 'Save');
    await expect(dialog.getByRole('alert')).toHaveText(/^The server does not answer\./);
    await expect(dialog.getByLabel('Volume in ml')).toHaveValue('123');
    await press(dialog, 'Save');
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(portionRow(page, ' ml')).toHaveCount(1);
  });

  test('that one tap could not add is told in a toast', async ({ page, expectedConsole }) => {
    expectedConsole.push(/status of 503/);
    await page.route(`**${calls.addPortion.path}`, (route) => route.fulfill({ status: 503 }));
    await press(page, 'Add 250 ml');
    await expect(toastOf(page, 'Something went wrong on the server.')).toBeVisible();
    await expect(portionRow(page, '250 ml')).toHaveCount(0);
  });
});

const HOURS = 'Hours of active sport or heavy activity (0 if none)';
const WILL_DRINK = 'How much water you will drink, in litres';

/** Lets the next portion arrive, but not the answer to it. */
async function loseOneAnswer(page: Page): Promise<void> {
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**${calls.addPortion.path}`, lose, { times: 1 });
}
