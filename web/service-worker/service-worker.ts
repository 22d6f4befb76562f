import { BASE_PATH } from '../../contract/base-path.ts';
import { toWire } from '../../contract/wire-time.ts';
import { wallClockNow } from '../ui/wall-clock.ts';
import { flushOutbox, putIntoOutbox } from './outbox.ts';

// Shows reminders while the site is closed, and adds the portion that a button of theirs stands for.
declare const self: ServiceWorkerGlobalScope;

/** What the server sends (`server/reminders/message.ts`). */
interface Reminder {
  id: string;
  language: string;
  title: string;
  body: string;
  buttons: { volume: number; title: string }[];
  /** Lets its holder add one portion. */
  key: string;
}

/** Of notifications, what the library's types do not know yet (Notifications API, section 2). */
interface Options extends NotificationOptions {
  actions: { action: string; title: string }[];
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const reminder: Reminder = event.data?.json();
  const { id, title, body, language, buttons, key } = reminder;
  const options: Options = {
    body,
    lang: language,
    // One that comes twice takes its own place.
    tag: id,
    icon: `${BASE_PATH}/icon-192.png`,
    data: { key },
    actions: buttons.map(({ volume, title: action }) => ({ action: String(volume), title: action })),
  };
  event.waitUntil(Promise.all([self.registration.showNotification(title, options), flush()]));
});

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action ? press(notification.data.key, Number(action)) : openTracker());
});

self.addEventListener('message', (event) => {
  if (event.data === 'flush') event.waitUntil(flush());
});

// Fires when the connection is back, where the browser can do that (Background Sync).
self.addEventListener('sync' as never, (event: ExtendableEvent) => event.waitUntil(flush(true)));

/** Writes the press down before it is sent, so that it is not lost where there is no connection. */
async function press(key: string, waterVolume: number): Promise<void> {
  await putIntoOutbox({ key, waterVolume, time: toWire(wallClockNow()) });
  await flush();
}

/** Sends what was pressed. Where `mustSucceed`, a failure is told to the browser, which then tries again. */
async function flush(mustSucceed = false): Promise<void> {
  const { sent, left } = await flushOutbox();
  if (sent > 0) {
    for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage('portion-added');
  }
  if (left === 0) return;
  if (mustSucceed) throw new Error('There is no connection yet.');
  const { sync } = self.registration as unknown as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register('portions').catch(() => {});
}

async function openTracker(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open) await open.focus();
  else await self.clients.openWindow(`${BASE_PATH}/home`);
}
