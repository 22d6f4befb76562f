import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { FIRST_RULES, type ReminderRules } from '../contract/reminder.ts';
import { newDevice, startReceiver } from '../server/testing/push-service.ts';
import {
  type Account,
  bearer,
  chooseFromMenu,
  dialogOf,
  expect,
  portionRow,
  press,
  signedInTest as test,
  toastOf,
} from './person.ts';

const ON: ReminderRules = { ...FIRST_RULES, isOn: true, timeZone: 'UTC' };

async function openReminders(page: Page) {
  await page.goto('home');
  await chooseFromMenu(page, 'Settings');
  const dialog = dialogOf(page, 'Settings');
  await dialog.getByRole('tab', { name: 'Reminders' }).click();
  await expect(dialog.getByRole('heading', { name: 'Devices' })).toBeVisible();
  return dialog;
}

test('rules are set in the settings, and what comes next is told', async ({ page }) => {
  const dialog = await openReminders(page);
  await expect(dialog.getByText('No reminder is planned.')).toBeVisible();
  await dialog.getByLabel('Remind me to drink').check();
  await dialog.getByLabel('From').fill('21:00');
  await dialog.getByLabel('To', { exact: true }).fill('08:30');
  await press(dialog, 'Save');
  await expect(dialog.getByLabel('To', { exact: true })).toHaveAccessibleDescription(/later on the same day/);
  await dialog.getByLabel('From').fill('08:30');
  await dialog.getByLabel('To', { exact: true }).fill('21:00');
  await dialog.getByLabel('Every').selectOption('60 min');
  await press(dialog, 'Save');
  await expect(toastOf(page, 'Your reminders are set')).toBeVisible();
  await expect(dialog.getByText(/^Next reminder: \d{4}-\d\d-\d\d \d+:\d\d [AP]M$/)).toBeVisible();

  await page.reload();
  await openReminders(page);
  await expect(dialog.getByLabel('Remind me to drink')).toBeChecked();
  await expect(dialog.getByLabel('From')).toHaveValue('08:30');
  await expect(dialog.getByLabel('Every')).toHaveValue('60');
});

test('tabs, days and switches work by keyboard alone', async ({ page }) => {
  await page.goto('home');
  await chooseFromMenu(page, 'Settings');
  const dialog = dialogOf(page, 'Settings');
  await dialog.getByRole('tab', { name: 'Profile' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('tab', { name: 'Reminders' })).toBeFocused();
  await expect(dialog.getByLabel('Remind me to drink')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Remind me to drink')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Mon')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Mon')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();
});

test('an address of one’s own shows its secret once, and a bad one says what it must be', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/);
  const dialog = await openReminders(page);
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://192.168.1.1/hook');
  await press(dialog, 'Add the address');
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
    /begin with https/,
  );
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://192.168.1.1/hook');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://ntfy.example.com/water');
  await press(dialog, 'Add the address');
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await press(dialog, 'Remove https://ntfy.example.com/water');
  await expect(dialog.getByText('https://ntfy.example.com/water')).toBeHidden();
  await expect(dialog.getByText(/^whsec_/)).toBeHidden();
});

test('a test without a device says so, and the ledger remembers it', async ({ page }) => {
  const dialog = await openReminders(page);
  await press(dialog, 'Send a test now');
  await expect(dialog.getByText('There is no device and no address yet')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'What became of them' })).toContainText('test');
});

test.describe('the service worker', () => {
  test.use({ permissions: ['notifications'] });

  test('shows a reminder, and a press on its button adds one portion', async ({
    page,
    context,
    server,
    account,
  }) => {
    const reminder = await receiveReminder(server, account);
    const worker = await startWorker(page, context);
    await deliver(page, context, reminder);
    const shown = await notifications(page);
    expect(shown).toEqual([
      {
        title: 'Zeit für Wasser',
        body: 'So sieht eine Erinnerung aus',
        buttons: [
          ['250', '+ 250 ml'],
          ['500', '+ 500 ml'],
        ],
      },
    ]);
    // The same message again takes its own place.
    await deliver(page, context, reminder);
    expect(await notifications(page)).toHaveLength(1);

    await pressButton(worker, '250');
    // The open page follows by itself.
    await expect(portionRow(page, '250 ml')).toHaveCount(1);
    expect(await notifications(page)).toEqual([]);
    await deliver(page, context, reminder);
    await pressButton(worker, '500');
    await page.reload();
    await expect(portionRow(page, ' ml')).toHaveCount(1);
    await expect(portionRow(page, '250 ml')).toHaveCount(1);
  });

  test('is started by a click, which says so if there is no push service', async ({
    page,
    context,
    expectedConsole,
  }) => {
    expectedConsole.push(/does not support the Push API in incognito mode/);
    const started = context.waitForEvent('serviceworker');
    await page.goto('home');
    await chooseFromMenu(page, 'Settings');
    await page.getByRole('tab', { name: 'Reminders' }).click();
    await press(page, 'Remind me on this device');
    await expect(page.getByText('This browser gave no address')).toBeVisible();
    expect((await started).url()).toContain('/project-drink-it/service-worker.js');
  });

  test('keeps a press without a connection, and sends it when that is back', async ({
    page,
    context,
    server,
    account,
    expectedConsole,
  }) => {
    expectedConsole.push(/net::ERR_/);
    const reminder = await receiveReminder(server, account);
    const worker = await startWorker(page, context);
    await deliver(page, context, reminder);
    await context.route(`**${calls.pressPortion.path}`, (route) => route.abort());
    await pressButton(worker, '500');
    await deliver(page, context, reminder);
    await pressButton(worker, '250');
    await expect(page.getByText('No notes yet')).toBeVisible();
    await context.unroute(`**${calls.pressPortion.path}`);
    // The page listens some seconds after it was opened, and asks the worker at once.
    await page.reload();
    await expect(portionRow(page, '500 ml')).toHaveCount(1, { timeout: 20_000 });
    await expect(portionRow(page, ' ml')).toHaveCount(1);
  });
});

test.describe('an open page', () => {
  test('reminds by itself where nothing is pushed, and one tap logs a portion', async ({
    page,
    server,
    account,
  }) => {
    test.slow();
    const soon = await page.evaluate(() => {
      const two = (value: number) => String(value).padStart(2, '0');
      const time = new Date(Date.now() + 60_000);
      return {
        clock: `${two(time.getHours())}:${two(time.getMinutes())}`,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
    });
    const rules = { ...ON, from: soon.clock, to: '23:59', onlyBehindPace: false, timeZone: soon.zone };
    await setRules(server, account, rules);
    await page.clock.install();
    await page.goto('home');
    await expect(page.getByText('No notes yet')).toBeVisible();
    await page.clock.runFor(6000);
    await page.waitForTimeout(1500);
    await page.clock.runFor(75_000);
    const card = page.getByRole('status').filter({ hasText: 'Time for water' });
    await expect(card).toContainText('2,000 ml to go to your norm');
    await press(card, '+ 150 ml');
    await expect(card).toBeHidden();
    await expect(portionRow(page, '150 ml')).toHaveCount(1);
  });

  test.describe('after a journey', () => {
    test.use({ timezoneId: 'Asia/Tokyo' });
    for (const { says, change } of [
      { says: 'Yes, from now on', change: { timeZone: 'Asia/Tokyo' } },
      { says: 'No, leave them', change: { refusedTimeZone: 'Asia/Tokyo' } },
    ]) {
      test(`asks once whose clock counts, and “${says}” is kept`, async ({ page, server, account }) => {
        const rules = { ...ON, timeZone: 'Europe/Kyiv' };
        await setRules(server, account, rules);
        await page.goto('home');
        const card = page.getByRole('status').filter({ hasText: 'You seem to be in Asia/Tokyo now.' });
        await expect(card).toBeVisible({ timeout: 20_000 });
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
        const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
        await press(card, says);
        await expect(card).toBeHidden();
        expect(await (await saved).json()).toEqual({ ...rules, ...change });
        await page.reload();
        await page.waitForResponse(`**${calls.getReminders.path}`);
        await page.waitForTimeout(500);
        await expect(card).toBeHidden();
      });
    }
  });
});

type Server = import('@playwright/test').APIRequestContext;

async function setRules(server: Server, account: Account, data: ReminderRules): Promise<void> {
  const answer = await server.put(calls.changeReminders.path, { headers: bearer(account), data });
  expect(answer.status()).toBe(200);
}

/** What the server pushes to a device of the account, as that decrypts it. */
async function receiveReminder(server: Server, account: Account): Promise<string> {
  const service = await startReceiver();
  const device = newDevice(service.url('/push'), 'Device', 'de');
  const headers = bearer(account);
  expect((await server.post(calls.addDevice.path, { headers, data: device.input })).ok()).toBe(true);
  expect((await server.post(calls.testReminders.path, { headers })).ok()).toBe(true);
  // The scheduler may have taken it before the call itself did.
  await expect.poll(() => service.received.length).toBe(1);
  const [message] = service.received;
  await service.stop();
  if (!message) throw new Error('Nothing was pushed.');
  return JSON.stringify(device.read(message));
}

/**
 * Starts the worker as subscribing would, in a page of its own, and opens the tracker. Asked for an address to push to,
 * Chromium takes the permission away from a test's browser: there is no push service in it.
 */
async function startWorker(page: Page, context: BrowserContext): Promise<Worker> {
  const started = context.waitForEvent('serviceworker');
  const starter = await context.newPage();
  await starter.goto('signup');
  await starter.evaluate(async () => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: {
        createPolicy(
          name: string,
          rules: { createScriptURL(): string },
        ): { createScriptURL(url: string): string };
      };
    };
    const voucher = trustedTypes.createPolicy('service-worker', {
      createScriptURL: () => '/project-drink-it/service-worker.js',
    });
    await navigator.serviceWorker.register(voucher.createScriptURL(''), { scope: '/project-drink-it/' });
    await navigator.serviceWorker.ready;
  });
  await starter.close();
  await page.goto('home');
  // The page listens to the worker some seconds after it was opened.
  await page.waitForResponse(`**${calls.getReminders.path}`);
  return started;
}

/** Hands a message to the worker as the browser does when one is pushed. */
async function deliver(page: Page, context: BrowserContext, data: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await session.detach();
  await expect.poll(async () => (await notifications(page)).length).toBe(1);
}

/** What is shown at the moment. */
function notifications(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = (await registration.getNotifications()) as (Notification & {
      actions: { action: string; title: string }[];
    })[];
    return shown.map(({ title, body, actions }) => ({
      title,
      body,
      buttons: actions.map(({ action, title }) => [action, title]),
    }));
  });
}

/** Presses a button of the notification, and waits until the worker is done with it. */
function pressButton(worker: Worker, action: string): Promise<void> {
  return worker.evaluate(async (pressed) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification, action: pressed });
    let done: Promise<unknown> = Promise.resolve();
    // Only the browser's own events may prolong the life of a worker.
    Object.defineProperty(event, 'waitUntil', {
      value: (work: Promise<unknown>) => {
        done = work;
      },
    });
    scope.dispatchEvent(event);
    await done;
  }, action);
}
