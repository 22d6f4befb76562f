import { BASE_PATH } from '../../contract/base-path.ts';
import { deviceName } from '../../contract/device-name.ts';

const WORKER = `${BASE_PATH}/service-worker.js`;

/** Trusted Types, as far as they are needed here; not every browser has them. */
type ScriptAddresses = { createScriptURL(input: string): string };
type WithTrustedTypes = Window & {
  trustedTypes?: { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses };
};

/** The one address that may become a script: the server's policy (`server/http/security.ts`) names no other voucher. */
const vouched = (window as WithTrustedTypes).trustedTypes?.createPolicy('service-worker', {
  createScriptURL: () => WORKER,
});

/** Whether this browser could receive reminders, or why not. */
export type Support = 'yes' | 'blocked' | 'install' | 'no';

export function pushSupport(): Support {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    // On iPhones and iPads there is push for installed applications alone.
    const isApple = /iPhone|iPad/.test(navigator.userAgent) || navigator.maxTouchPoints > 1;
    return isApple && /Safari/.test(navigator.userAgent) ? 'install' : 'no';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'yes';
}

/** The subscription that this browser has, if any. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'yes') return null;
  const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the person for permission, and the browser for a subscription that is meant for our server's key.
 * Null if the person said no.
 */
export async function subscribe(serverKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(vouched?.createScriptURL('') ?? WORKER, { scope: `${BASE_PATH}/` });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // One for another key (the server was set up anew) would never get anything.
  if (known && !isFor(known, serverKey)) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
}

function isFor({ options }: PushSubscription, serverKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === serverKey;
}

/** What the server wants to know of a subscription. */
export function deviceOf(subscription: PushSubscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  return {
    endpoint,
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    name: deviceName(navigator.userAgent) || 'Browser',
  };
}
