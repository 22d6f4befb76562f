import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';

/** An account that a test may use as it likes. */
export interface Account {
  email: string;
  password: string;
  token: string;
}

interface Fixtures {
  /** Console messages that a test provokes on purpose: fill it in the test. */
  expectedConsole: RegExp[];
  quietConsole: undefined;
  /** Talks to the server beside the browser, with no session of its own. */
  server: APIRequestContext;
}

/** Every test fails on a console message or an error that nobody expected, in any of its tabs. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
  expectedConsole: async ({}, use) => {
    await use([]);
  },
  quietConsole: [
    async ({ context, expectedConsole }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        if (!expectedConsole.some((pattern) => pattern.test(text))) unexpected.push(text);
      };
      context.on('console', (message) => note(`${message.type()}: ${message.text()}`));
      context.on('weberror', (webError) => note(`error: ${webError.error().message}`));
      await use(undefined);
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
  server: async ({ playwright, baseURL }, use) => {
    const server = await playwright.request.newContext({ baseURL });
    await use(server);
    await server.dispose();
  },
});

/** The same in a browser that has kept a token: the person is signed in with an account of their own. */
export const signedInTest = test.extend<{ account: Account; token: string }>({
  account: async ({ server }, use) => {
    await use(await newAccount(server));
  },
  token: async ({ account }, use) => {
    await use(account.token);
  },
  storageState: async ({ token, baseURL }, use) => {
    const localStorage = [{ name: 'auth', value: token }];
    await use({ cookies: [], origins: [{ origin: new URL(baseURL ?? '').origin, localStorage }] });
  },
});

export { expect };

/** The address of the welcome page. */
export const WELCOME = /\/project-drink-it\/?$/;

export function newEmail(): string {
  return `person-${crypto.randomUUID()}@example.com`;
}

/** Signs somebody new up, beside the browser. */
export async function newAccount(server: APIRequestContext): Promise<Account> {
  const credentials = { email: newEmail(), password: 'deep blue sea' };
  const response = await server.post(calls.register.path, { data: credentials });
  expect(response.status()).toBe(calls.register.status);
  const { token } = await response.json();
  return { ...credentials, token };
}

/** The header that says whose call it is. */
export const bearer = ({ token }: Pick<Account, 'token'>) => ({ Authorization: `Bearer ${token}` });

/** Fills in the fields of a form or dialog by their labels. */
export async function fill(form: Page | Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

export async function press(within: Page | Locator, name: string): Promise<void> {
  await within.getByRole('button', { name, exact: true }).click();
}

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Chooses something from the menu at the person's name. */
export async function chooseFromMenu(page: Page, item: 'Settings' | 'Log out'): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await press(page, item);
}

/** The row of a portion in the day's list, such as "250 ml at 8:05 AM". */
export const portionRow = (page: Page, volume: string, time = '') =>
  page
    .getByRole('list', { name: 'Portions' })
    .getByRole('listitem')
    .filter({ hasText: volume })
    .filter({ hasText: time });

/** A message at the top right. */
export const toastOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** What this browser keeps about the person. */
export const kept = (page: Page) => page.evaluate(() => ({ ...localStorage }));
