import { calls } from '../contract/calls.ts';
import {
  bearer,
  chooseFromMenu,
  dialogOf,
  expect,
  fill,
  newAccount,
  newEmail,
  press,
  signedInTest as test,
} from './person.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('home');
});

test.describe('the settings', () => {
  const passwords = ['Current password', 'New password', 'Repeat new password'] as const;

  const faults = [
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
  ];

  test('tell at each field what is wrong with it, and keep what was typed', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 400/);
    await chooseFromMenu(page, 'Settings');
    const dialog = dialogOf(page, 'Settings');
    const valid = { 'Your name': 'Olena', Email: newEmail(), ...passwordsOf('', '', '') };
    for (const { wrong, typed, field, message } of faults) {
      await test.step(wrong, async () => {
        await fill(dialog, { ...valid, ...typed });
        await press(dialog, 'Save');
        await expect(dialog.getByLabel(field, { exact: true })).toHaveAccessibleDescription(message);
        for (const [label, text] of Object.entries({ ...valid, ...typed })) {
          await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text);
        }
      });
    }
  });

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
  const people = [
    { gender: 'Woman', weight: '60', hours: '', result: '1.8 L' },
    { gender: 'Woman', weight: '60', hours: '1.5', result: '2.4 L' },
    { gender: 'Man', weight: '60', hours: '1.5', result: '3.3 L' },
    { gender: 'Woman', weight: '62,5', hours: '0,25', result: '2 L' },
    { gender: 'Man', weight: '62,5', hours: '0,25', result: '2.7 L' },
    { gender: 'Man', weight: '', hours: '2', result: 'Enter your weight to see it' },
  ];

  test('shows the result while the person types, for women and men', async ({ page }) => {
    await press(page, 'Edit my daily norma');
    const dialog = dialogOf(page, 'My daily norma');
    for (const { gender, weight, hours, result } of people) {
      await test.step(`${gender}, ${weight || 0} kg, ${hours || 0} h`, async () => {
        await dialog.getByLabel(gender, { exact: true }).check();
        await fill(dialog, { 'Your weight in kilograms': weight, [HOURS]: hours });
        await expect(dialog.getByText(/^The required amount of water/)).toContainText(result);
      });
    }
  });

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

const HOURS = 'Hours of active sport or heavy activity (0 if none)';
const WILL_DRINK = 'How much water you will drink, in litres';
