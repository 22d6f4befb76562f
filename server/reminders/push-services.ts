import { type Allowed, isAllowed } from './outbound.ts';

/** The push services of the browsers; a name that begins with a dot means every host below it. */
const services = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Whether an endpoint is one of a known push service, so that nobody has the server call elsewhere. */
export function isPushService(endpoint: string, allowed: Allowed): boolean {
  const url = new URL(endpoint);
  if (isAllowed(url, allowed)) return true;
  const isStandard = url.protocol === 'https:' && url.port === '' && !url.username;
  const { hostname } = url;
  return (
    isStandard &&
    services.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
  );
}
