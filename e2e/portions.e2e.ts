import type { Page, Route } from '@playwright/test';
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

test.describe('while an edit is on its way', () => {
  /** Holds the answer to the edit of 250 ml to 300 ml, and opens the question whether to delete 150 ml meanwhile. */
  async function askMeanwhile(page: Page, answer: (route: Route) => Promise<void>): Promise<() => void> {
    for (const volume of [150, 250]) {
      await press(page, `Add ${volume} ml`);
      await expect(portionRow(page, `${volume} ml`).getByRole('button').first()).toBeEnabled();
    }
    const isHeld = Promise.withResolvers<void>();
    await page.route(`**${calls.editPortion.path.replace(':_id', '*')}?*`, async (route) => {
      await isHeld.promise;
      await answer(route);
    });
    await portionRow(page, '250 ml').getByRole('button', { name: /^Edit/ }).click();
    const dialog = dialogOf(page, 'Edit the portion');
    await fill(dialog, { 'Volume in ml': '300' });
    await press(dialog, 'Save');
    await expect(portionRow(page, '300 ml')).toBeVisible();
    await portionRow(page, '150 ml')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(dialogOf(page, 'Delete the portion')).toBeVisible();
    return isHeld.resolve;
  }

  test('another dialog opens, and stays when the answer comes', async ({ page }) => {
    const release = await askMeanwhile(page, (route) => route.continue());
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    release();
    await answered;
    await page.waitForTimeout(300);
    await press(dialogOf(page, 'Delete the portion'), 'Delete');
    await expect(portionRow(page, '150 ml')).toBeHidden();
    await expect(portionRow(page, '300 ml')).toBeVisible();
  });

  test('its failure is told also where another dialog stands', async ({ page, expectedConsole }) => {
    expectedConsole.push(/status of 503/);
    const release = await askMeanwhile(page, (route) => route.fulfill({ status: 503 }));
    release();
    await expect(toastOf(page, 'The server')).toBeVisible();
    await expect(dialogOf(page, 'Delete the portion')).toBeVisible();
    await expect(portionRow(page, '250 ml')).toBeVisible();
  });
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
