import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import {
  bearer,
  dialogOf,
  expect,
  fill,
  portionRow,
  press,
  signedInTest as test,
  toastOf,
} from './person.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('home');
});

const faults = [
  { wrong: 'nothing', typed: { 'Volume in ml': '' }, message: /whole number of ml/ },
  { wrong: 'too much', typed: { 'Volume in ml': '5001' }, message: /from 1 to 5000/ },
  { wrong: 'half a ml', typed: { 'Volume in ml': '0.5' }, message: /whole number of ml/ },
  { wrong: 'no time', typed: { Time: '' }, message: /date and a time/ },
  { wrong: 'the future', typed: { Date: '2099-01-01' }, message: /future/ },
];

test('a portion that makes no sense is refused at its field', async ({ page }) => {
  await press(page, 'Add water');
  const dialog = dialogOf(page, 'Add water');
  const valid = { 'Volume in ml': '250', Date: '2026-11-20', Time: '08:05' };
  for (const { wrong, typed, message } of faults) {
    await test.step(wrong, async () => {
      await fill(dialog, { ...valid, ...typed });
      await press(dialog, 'Save');
      const [label = ''] = Object.keys(typed);
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(message);
    });
  }
});

test('a portion is added once by a double click', async ({ page }) => {
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

test('a portion whose answer was lost is added once by trying again', async ({ page, expectedConsole }) => {
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

test('the volumes for one tap are those that the person drinks most often', async ({
  page,
  server,
  account,
}) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (const waterVolume of [330, 330, 700]) {
    const data = { waterVolume, time: `${yesterday}T12:00` };
    await server.post(calls.addPortion.path, { data, headers: bearer(account) });
  }
  await page.reload();
  for (const volume of ['330 ml', '700 ml', '150 ml']) {
    await expect(page.getByRole('button', { name: `Add ${volume}` })).toBeVisible();
  }
  await press(page, 'Add 330 ml');
  await expect(portionRow(page, '330 ml')).toHaveCount(1);
});

test('a portion that was added or deleted by mistake is put right from the toast', async ({ page }) => {
  await press(page, 'Add 250 ml');
  await expect(portionRow(page, '250 ml')).toHaveCount(1);
  await press(toastOf(page, '250 ml'), 'Undo');
  await expect(page.getByText('No notes yet')).toBeVisible();

  await press(page, 'Add 500 ml');
  await page.getByRole('button', { name: /^Delete portion: 500 ml/ }).click();
  await press(dialogOf(page, 'Delete the portion'), 'Delete');
  await expect(page.getByText('No notes yet')).toBeVisible();
  await press(toastOf(page, 'Deleted'), 'Undo');
  await expect(portionRow(page, '500 ml')).toHaveCount(1);
  await page.reload();
  await expect(portionRow(page, ' ml')).toHaveCount(1);
});

test('a portion that one tap could not add is told in a toast', async ({ page, expectedConsole }) => {
  expectedConsole.push(/status of 503/);
  await page.route(`**${calls.addPortion.path}`, (route) => route.fulfill({ status: 503 }));
  await press(page, 'Add 250 ml');
  await expect(toastOf(page, 'Something went wrong on the server.')).toBeVisible();
  await expect(portionRow(page, '250 ml')).toHaveCount(0);
});

/** Lets the next portion arrive, but not the answer to it. */
async function loseOneAnswer(page: Page): Promise<void> {
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**${calls.addPortion.path}`, lose, { times: 1 });
}
