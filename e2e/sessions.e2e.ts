import { calls } from '../contract/calls.ts';
import { chooseFromMenu, expect, press, signedInTest as test } from './person.ts';

test('sessions are listed, and ended one by one, all others at once, and this one', async ({
  page,
  server,
  account,
}) => {
  const { email, password } = account;
  const signInFrom = async (userAgent: string) => {
    const answer = await server.post(calls.login.path, {
      data: { email, password },
      headers: { 'User-Agent': userAgent },
    });
    return (await answer.json()).token as string;
  };
  const statusOf = async (token: string) =>
    (await server.get(calls.currentUser.path, { headers: { Authorization: `Bearer ${token}` } })).status();

  const phone = await signInFrom('Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0');
  const curl = await signInFrom('curl/8.9');
  await page.goto('home');
  await chooseFromMenu(page, 'Settings');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'this session' })).toHaveCount(1);

  await press(page, 'End the session of Firefox · Android');
  await expect(rows).toHaveCount(2);
  expect(await statusOf(phone)).toBe(401);
  expect(await statusOf(curl)).toBe(200);

  await press(page, 'End all other sessions');
  await expect(rows).toHaveCount(1);
  expect(await statusOf(curl)).toBe(401);
  expect(await statusOf(account.token)).toBe(200);

  await rows.getByRole('button').click();
  await press(page.getByRole('dialog').last(), 'Log out');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => statusOf(account.token)).toBe(401);
});

test('sessions that cannot be loaded say so and are tried again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/net::ERR_FAILED/);
  await page.goto('home');
  await page.route(`**${calls.getSessions.path}`, (route) => route.abort(), { times: 1 });
  await chooseFromMenu(page, 'Settings');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByRole('alert')).toContainText('The sessions could not be loaded.');
  await press(page.getByRole('alert'), 'Try again');
  await expect(page.getByText('this session')).toBeVisible();
});
