import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { expect, fill, kept, newAccount, newEmail, press, test, toastOf } from './person.ts';

const emails = [
  { text: '', message: 'Email is required' },
  { text: 'olena', message: 'Invalid email address' },
  { text: 'olena@example', message: 'Invalid email domain' },
];
const passwords = [
  { text: '', message: 'Password is required' },
  { text: '1234567', message: 'Password must be at least 8 characters' },
  { text: 'x'.repeat(65), message: 'Password must be at most 64 characters' },
];
const typed = { Email: 'olena@example.com', Password: 'deep blue sea' };

const failures = [
  { fault: 'the network is down', text: 'The server does not answer.' },
  {
    fault: 'the server is out of order',
    answer: { status: 503, json: { code: 'unavailable' } },
    text: 'Something went wrong on the server.',
  },
  {
    fault: 'there were too many tries',
    answer: { status: 429, json: { code: 'too_many_requests' } },
    text: 'Too many tries.',
  },
];

const forms: { path: string; button: string; rest: Record<string, string> }[] = [
  { path: 'signin', button: 'Sign in', rest: {} },
  { path: 'signup', button: 'Sign up', rest: { 'Repeat password': 'deep blue sea' } },
];

for (const { path, button, rest } of forms) {
  test.describe(`the form at /${path}`, () => {
    test('tells at each field what is wrong with it', async ({ page }) => {
      await page.goto(path);
      for (const [index, email] of emails.entries()) {
        const password = passwords[index] ?? email;
        await fill(page, { Email: email.text, Password: password.text });
        await submit(page, button);
        await expect(field(page, 'Email')).toHaveAccessibleDescription(email.message);
        await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
        await expect(field(page, 'Password')).toHaveAccessibleDescription(password.message);
      }
      await fill(page, typed);
      await expect(page.getByText(/^(Email|Invalid|Password) .*(required|email|characters)/)).toHaveCount(0);
    });

    test('says truly why there was no answer, and keeps what was typed', async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/net::ERR_FAILED/, /status of (503|429)/);
      await page.goto(path);
      await fill(page, { ...typed, ...rest });
      for (const { fault, answer, text } of failures) {
        await test.step(fault, async () => {
          await page.unrouteAll();
          await page.route('**/api/**', (route) => (answer ? route.fulfill(answer) : route.abort()));
          await submit(page, button);
          await expect(toastOf(page, text)).toBeVisible();
          await expect(page.getByText('Sorry')).toHaveCount(0);
          await expectValues(page, { ...typed, ...rest });
        });
      }
    });

    test('is sent once by a double click', async ({ page, server }) => {
      const { email } = path === 'signin' ? await newAccount(server) : { email: newEmail() };
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.url());
      });
      await page.goto(path);
      await fill(page, { ...typed, ...rest, Email: email });
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).dblclick();
      await expect(page).toHaveURL(/\/home$/);
      expect(sent).toHaveLength(1);
    });

    test('keeps nothing in the browser but the bare token and the language', async ({ page, server }) => {
      const { email } = path === 'signin' ? await newAccount(server) : { email: newEmail() };
      await page.goto(path);
      await fill(page, { ...typed, ...rest, Email: email });
      await submit(page, button);
      await expect(page).toHaveURL(/\/home$/);
      await expect.poll(() => kept(page)).toEqual({ i18nextLng: 'en', auth: expect.any(String) });
      const { auth = '' } = await kept(page);
      const Authorization = `Bearer ${auth}`;
      const answer = await server.get(calls.currentUser.path, { headers: { Authorization } });
      expect(await answer.json()).toMatchObject({ email });
    });
  });
}

test('passwords that differ are told at sign-up, together with the rest', async ({ page }) => {
  await page.goto('signup');
  await fill(page, { Email: '', Password: 'deep blue sea', 'Repeat password': 'deep blue see' });
  await submit(page, 'Sign up');
  await expect(field(page, 'Repeat password')).toHaveAccessibleDescription('Passwords must match');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required');
  await fill(page, { 'Repeat password': 'deep blue sea' });
  await expect(field(page, 'Repeat password')).not.toHaveAttribute('aria-invalid');
});

for (const { motion, reducedMotion } of [
  { motion: 'that moves', reducedMotion: 'no-preference' },
  { motion: 'without motion', reducedMotion: 'reduce' },
] as const) {
  test.describe(`a toast ${motion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('tells wrong credentials at the top right and leaves after 2 s', async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 401/);
      await page.goto('signin');
      const wrong = { ...typed, Email: newEmail() };
      await fill(page, wrong);
      await submit(page, 'Sign in');

      const toast = toastOf(page, "Sorry, but such an account doesn't exist.");
      await expect(toast).toBeVisible();
      const shownAt = Date.now();
      // Once it has come in, where it moves.
      await expect(async () => {
        const box = await toast.boundingBox();
        const width = page.viewportSize()?.width ?? 0;
        expect(box?.y).toBeLessThan(100);
        expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
      }).toPass({ timeout: 1500, intervals: [20] });
      await expect(toast).toBeHidden();
      expect(Date.now() - shownAt).toBeGreaterThan(1000);
      expect(Date.now() - shownAt).toBeLessThan(5000);
      await expectValues(page, wrong);
    });
  });
}

test('an address that is taken is told in a toast', async ({ page, server, expectedConsole }) => {
  expectedConsole.push(/status of 409/);
  const { email } = await newAccount(server);
  await page.goto('signup');
  // The same address however it is written.
  const again = { ...typed, Email: ` ${email.toUpperCase()}`, 'Repeat password': typed.Password };
  await fill(page, again);
  await submit(page, 'Sign up');
  await expect(toastOf(page, 'Sorry, this account already exists')).toBeVisible();
  await expectValues(page, { Password: typed.Password, 'Repeat password': typed.Password });
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page, button: string) => press(page.getByRole('main'), button);

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}
