import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import {
  bearer,
  chooseFromMenu,
  dialogOf,
  expect,
  kept,
  press,
  signedInTest,
  test,
  toastOf,
  WELCOME,
} from './person.ts';

const CURRENT_USER = `**${calls.currentUser.path}`;
const welcome = (page: Page) => page.getByRole('heading', { name: 'Water consumption tracker' });
const signInForm = (page: Page) => page.getByRole('main').getByRole('heading', { name: 'Sign in' });
const signUpForm = (page: Page) => page.getByRole('main').getByRole('heading', { name: 'Sign up' });
const tracker = (page: Page) => page.getByRole('button', { name: 'Add water' });
const loader = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' });

test.describe('a visitor', () => {
  test('ends at the welcome page wherever a page is not theirs or not there', async ({ page }) => {
    for (const path of ['home', 'login', 'no-such-page', 'home/deeper', '?lng=en']) {
      await page.goto(path);
      await expect(welcome(page)).toBeVisible();
      expect(new URL(page.url()).pathname).toMatch(WELCOME);
    }
  });

  test('is told that a page does not exist, and when the connection is gone', async ({ page, context }) => {
    await page.goto('no-such-page');
    await expect(toastOf(page, 'There is no page at that address.')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  });

  for (const { path, shown } of [
    { path: '', shown: welcome },
    { path: 'signin', shown: signInForm },
    { path: 'signup', shown: signUpForm },
  ]) {
    test(`may come straight to /${path} and reload it`, async ({ page }) => {
      await page.goto(path);
      await expect(shown(page)).toBeVisible();
      await page.reload();
      await expect(shown(page)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(`/project-drink-it/${path}`);
    });
  }

  test('finds the way from the bare address of the server', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(WELCOME);
    await expect(welcome(page)).toBeVisible();
  });

  test('goes back and forth between the pages', async ({ page }) => {
    await page.goto('');
    await page.getByRole('link', { name: 'Try tracker' }).click();
    await expect(signUpForm(page)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(signInForm(page)).toBeVisible();
    await page.goBack();
    await expect(signUpForm(page)).toBeVisible();
    await page.goBack();
    await expect(welcome(page)).toBeVisible();
  });
});

signedInTest.describe('a token that the server does not know', () => {
  signedInTest.use({ token: 'nobodys-token' });

  signedInTest('makes a visitor of its bearer and is forgotten', async ({ page, expectedConsole }) => {
    expectedConsole.push(/status of 401/);
    await page.goto('home');
    await expect(page).toHaveURL(WELCOME);
    await expect(welcome(page)).toBeVisible();
    expect(await kept(page)).not.toHaveProperty('auth');
  });
});

signedInTest.describe('someone signed in', () => {
  signedInTest('gets to the tracker from the forms, and again after a reload', async ({ page }) => {
    for (const path of ['signin', 'signup', 'home']) {
      await page.goto(path);
      await expect(tracker(page)).toBeVisible();
      await expect(page).toHaveURL(/\/home$/);
    }
    await page.reload();
    await expect(tracker(page)).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
  });

  signedInTest('may read the welcome page and comes back from it', async ({ page }) => {
    await page.goto('');
    await page.getByRole('link', { name: 'Open my tracker' }).click();
    await expect(tracker(page)).toBeVisible();
  });

  signedInTest('sees the loader until the server has recognized the token', async ({ page }) => {
    const answered = Promise.withResolvers<void>();
    await page.route(CURRENT_USER, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto('home');
    await expect(loader(page)).toBeVisible();
    await expect(tracker(page)).toBeHidden();
    expect(page.url()).toMatch(/\/home$/);
    answered.resolve();
    await expect(tracker(page)).toBeVisible();
    await expect(loader(page)).toBeHidden();
  });

  for (const { away, fault, path } of [
    { away: 'does not answer', fault: undefined, path: 'home' },
    { away: 'is out of order', fault: { status: 503, body: '' }, path: 'signin' },
  ]) {
    signedInTest(
      `stays signed in when the server ${away} at the start`,
      async ({ page, account, expectedConsole }) => {
        expectedConsole.push(/net::ERR_FAILED/, /status of 503/);
        await page.route(CURRENT_USER, (route) => (fault ? route.fulfill(fault) : route.abort()));
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
        expect(await kept(page)).toMatchObject({ auth: account.token });
        await press(page, 'Try again');
        await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
        await page.unroute(CURRENT_USER);
        await press(page, 'Try again');
        await expect(tracker(page)).toBeVisible();
        expect(await kept(page)).toMatchObject({ auth: account.token });
      },
    );
  }

  signedInTest(
    'is signed out by a 401 to whatever is done',
    async ({ page, account, server, expectedConsole }) => {
      expectedConsole.push(/status of 401/);
      // Whatever is still on its way when the session ends would be a 401 of its own.
      await page.route(`**${calls.getReminders.path}`, () => {});
      await page.goto('home', { waitUntil: 'networkidle' });
      await server.post(calls.logout.path, { headers: bearer(account) });
      await press(page, 'Add 250 ml');
      await expect(page).toHaveURL(WELCOME);
      await expect(welcome(page)).toBeVisible();
      expect(await kept(page)).not.toHaveProperty('auth');
    },
  );

  signedInTest('is signed out in every tab at once', async ({ page, context }) => {
    const otherTab = await context.newPage();
    await page.goto('home');
    await otherTab.goto('home');
    await expect(tracker(otherTab)).toBeVisible();
    await page.bringToFront();
    await chooseFromMenu(page, 'Log out');
    await press(dialogOf(page, 'Log out'), 'Log out');
    await expect(page).toHaveURL(WELCOME);
    await expect(otherTab).toHaveURL(WELCOME);
    await expect(welcome(otherTab)).toBeVisible();
  });
});

test.describe('a page whose code does not come', () => {
  test('says so and is loaded by trying again', async ({ page, expectedConsole }) => {
    expectedConsole.push(/net::ERR_FAILED/, /ChunkLoadError/);
    const code = /\/assets\/sign-in-page.*\.js/;
    await page.route(code, (route) => route.abort());
    await page.goto('signin');
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await page.unroute(code);
    await press(page, 'Try again');
    await expect(signInForm(page)).toBeVisible();
  });

  test('shows the loader while it is on its way', async ({ page }) => {
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/assets\/sign-in-page.*\.js/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto('signin', { waitUntil: 'commit' });
    await expect(loader(page)).toBeVisible();
    arrived.resolve();
    await expect(signInForm(page)).toBeVisible();
  });

  test('does not block the way to the others', async ({ page, expectedConsole }) => {
    expectedConsole.push(/net::ERR_FAILED/, /ChunkLoadError/);
    await page.route(/\/assets\/sign-in-page.*\.js/, (route) => route.abort());
    await page.goto('signin');
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Drink it' }).click();
    await expect(welcome(page)).toBeVisible();
  });
});
