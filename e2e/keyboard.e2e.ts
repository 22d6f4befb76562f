import type { Locator, Page } from '@playwright/test';
import { dialogOf, expect, kept, newEmail, portionRow, test, toastOf, WELCOME } from './person.ts';

/** More stops than any page has. */
const MOST_STOPS = 90;

test('the whole life of an account by keyboard alone', async ({ page, expectedConsole }) => {
  const email = newEmail();
  const password = 'deep blue sea';

  await test.step('signs up', async () => {
    await page.goto('');
    await activate(page, page.getByRole('link', { name: 'Try tracker' }));
    await type(page, page.getByLabel('Email'), email);
    await type(page, page.getByLabel('Password', { exact: true }), password);
    await type(page, page.getByLabel('Repeat password'), password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByText('No notes yet')).toBeVisible();
  });

  await test.step('calculates a norm', async () => {
    const edit = page.getByRole('button', { name: 'Edit my daily norma' });
    await activate(page, edit);
    const dialog = dialogOf(page, 'My daily norma');
    await staysInside(page, dialog);
    await tabTo(page, dialog.getByLabel('Woman'));
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByLabel('Man', { exact: true })).toBeChecked();
    await type(page, dialog.getByLabel('Your weight in kilograms'), '50');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
    await expect(page.getByRole('region', { name: 'My daily norma' })).toContainText('2 L');
  });

  await test.step('adds a portion with one key, and one with its volume and time', async () => {
    await activate(page, page.getByRole('button', { name: 'Add 250 ml' }));
    await expect(portionRow(page, '250 ml')).toBeVisible();
    const add = page.getByRole('button', { name: 'Add water' });
    await activate(page, add);
    const dialog = dialogOf(page, 'Add water');
    await type(page, dialog.getByLabel('Volume in ml'), '650');
    await activate(page, dialog.getByRole('button', { name: '50 ml more' }));
    await activate(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(portionRow(page, '700 ml')).toBeVisible();
    await expect(add).toBeFocused();
  });

  await test.step('takes a portion back from its toast', async () => {
    await activate(page, page.getByRole('button', { name: 'Add 500 ml' }));
    await expect(portionRow(page, '500 ml')).toBeVisible();
    await holdToasts(page);
    await activate(page, toastOf(page, '500 ml').getByRole('button', { name: 'Undo' }));
    await expect(portionRow(page, '500 ml')).toBeHidden();
  });

  await test.step('leaves a dialog by Escape, and nothing is changed', async () => {
    const edit = portionRow(page, '700 ml').getByRole('button', { name: /^Edit portion/ });
    await activate(page, edit);
    await type(page, dialogOf(page, 'Edit the portion').getByLabel('Volume in ml'), '50');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, 'Edit the portion')).toBeHidden();
    await expect(edit).toBeFocused();
    await expect(portionRow(page, '700 ml')).toBeVisible();
  });

  await test.step('edits and deletes a portion', async () => {
    await activate(page, portionRow(page, '700 ml').getByRole('button', { name: /^Edit portion/ }));
    await type(page, dialogOf(page, 'Edit the portion').getByLabel('Volume in ml'), '600');
    await page.keyboard.press('Enter');
    await expect(portionRow(page, '600 ml')).toBeVisible();

    await activate(page, portionRow(page, '600 ml').getByRole('button', { name: /^Delete portion/ }));
    const dialog = dialogOf(page, 'Delete the portion');
    await staysInside(page, dialog);
    await activate(page, dialog.getByRole('button', { name: 'Delete', exact: true }));
    await expect(portionRow(page, '600 ml')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add portion' })).toBeFocused();
  });

  await test.step('looks into a day of the month', async () => {
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    const circle = page.getByRole('button', { name: `${today}: ` });
    await activate(page, circle);
    const details = page.locator('dl').filter({ hasText: 'Servings of water:' });
    await expect(details).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(circle).toBeFocused();
    await activate(page, page.getByRole('button', { name: 'Previous month' }));
  });

  await test.step('changes the name and the appearance', async () => {
    const menu = page.getByRole('button', { name: 'Account menu' });
    await backTo(page, menu);
    await page.keyboard.press('Enter');
    await activate(page, page.getByRole('button', { name: 'Settings' }));
    const dialog = dialogOf(page, 'Settings');
    await staysInside(page, dialog);
    await type(page, dialog.getByLabel('Your name'), 'Olena');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await expect(menu).toContainText('Olena');
    await backTo(page, page.getByRole('button', { name: /^Appearance/ }));
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/);
  });

  await test.step('logs out, after thinking better of it once', async () => {
    await openMenuItem(page, 'Log out');
    const dialog = dialogOf(page, 'Log out');
    await activate(page, dialog.getByRole('button', { name: 'Cancel' }));
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();
    await openMenuItem(page, 'Log out');
    await activate(page, dialog.getByRole('button', { name: 'Log out' }));
    await expect(page).toHaveURL(WELCOME);
  });

  await test.step('signs in with a slip in the password', async () => {
    expectedConsole.push(/status of 401/);
    await activate(page, page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
    await type(page, page.getByLabel('Email'), email);
    await type(page, page.getByLabel('Password', { exact: true }), 'deep blue tea');
    await page.keyboard.press('Enter');
    await expect(toastOf(page, "Sorry, but such an account doesn't exist.")).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await backTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home$/);
    await expect(portionRow(page, '250 ml')).toBeVisible();
  });

  await test.step('deletes the account', async () => {
    await openMenuItem(page, 'Settings');
    await activate(page, dialogOf(page, 'Settings').getByRole('button', { name: 'Delete my account' }));
    const dialog = dialogOf(page, 'Delete account');
    await activate(page, dialog.getByRole('button', { name: 'Delete account' }));
    await expect(page).toHaveURL(WELCOME);
    expect(await kept(page)).not.toHaveProperty('auth');
  });
});

/** Goes forward with Tab until the element has the focus; at every stop the focus must be seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expectSeenFocus(page);
  }
  throw new Error(`${target} is not reached by ${key}.`);
}

const backTo = (page: Page, target: Locator) => tabTo(page, target, 'Shift+Tab');

async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces what stands in a field. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** A toast goes after two seconds, which a busy machine may need to press Tab as often as it takes. */
async function holdToasts(page: Page): Promise<void> {
  await toastOf(page, '').first().waitFor();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.pause();
  });
}

async function openMenuItem(page: Page, item: 'Settings' | 'Log out'): Promise<void> {
  await backTo(page, page.getByRole('button', { name: 'Account menu' }));
  await page.keyboard.press('Enter');
  await activate(page, page.getByRole('button', { name: item, exact: true }));
}

/** An outline of the focused element, or of what stands for it (a picture's button for its hidden file field). */
async function expectSeenFocus(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing has the focus';
    const standsFor = [focused, focused.parentElement, focused.nextElementSibling];
    const isOutlined = standsFor.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    return isOutlined || `no outline: ${focused.outerHTML.slice(0, 120)}`;
  });
  // Between the last element of a page and its first the browser's own bars have the focus.
  if (seen !== 'nothing has the focus') expect(seen).toBe(true);
}

/** However often Tab is pressed, the focus does not leave the dialog for the page behind it. */
async function staysInside(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  for (let stops = 0; stops < 25; stops += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await dialog.evaluate((element) => {
      const focused = document.activeElement;
      return focused !== document.body && !element.contains(focused);
    });
    expect(isOutside).toBe(false);
  }
}
