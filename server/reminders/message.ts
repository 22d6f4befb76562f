import { createHmac } from 'node:crypto';
import type { Language } from '../../contract/languages.ts';
import { reminderText, testText, volumeText } from '../../contract/reminder-texts.ts';
import type { Device, Webhook } from './channel.store.ts';
import type { Entry } from './ledger.store.ts';
import type { OutboundRequest } from './outbound.ts';
import { portionKey } from './portion-key.ts';
import type { ServerKeys } from './server-key.store.ts';

/** What every reminder of this server is made with. */
export interface Letterhead {
  keys: ServerKeys;
  /** Whom a push service may turn to (RFC 8292, section 2.1). */
  contact: string;
}

/** A push message to a device (RFC 8030), encrypted for it alone (RFC 8291), with buttons for two usual volumes, ml. */
export async function pushRequest(
  { keys, contact }: Letterhead,
  account: string,
  entry: Entry,
  device: Device,
  volumes: readonly number[],
): Promise<OutboundRequest> {
  // Loaded with the first one: a server that reminds nobody by push has no use for it.
  const { default: webPush } = await import('web-push');
  const { language } = device;
  const payload = {
    id: entry.id,
    language,
    ...textOf(entry, language),
    buttons: volumes.map((volume) => ({ volume, title: `+ ${volumeText(language, volume)}` })),
    key: portionKey(keys.button, account, entry.id),
  };
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: contact, publicKey: keys.vapidPublic, privateKey: keys.vapidPrivate },
      TTL: Math.max(0, Math.ceil((entry.useful_until - Date.now()) / 1000)),
      // The same for each try: what is sent again takes the place of what has not been delivered yet. 32 characters.
      topic: entry.id.replaceAll('-', ''),
      urgency: 'normal',
    },
  );
  return { url: endpoint, headers: headers as OutboundRequest['headers'], body };
}

/** A call of an address of the person's own, signed as Standard Webhooks (1.0.0) describes. */
export function webhookRequest(entry: Entry, { url, secret, language }: Webhook): OutboundRequest {
  const { title, body: message } = textOf(entry, language);
  const body = JSON.stringify({
    type: entry.outcome === 'test' ? 'test' : 'reminder',
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    title,
    message,
    missing: entry.missing_ml,
  });
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${entry.id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Drink it',
      'webhook-id': entry.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}

function textOf({ outcome, missing_ml }: Entry, language: Language): { title: string; body: string } {
  return outcome === 'test' ? testText(language) : reminderText(language, missing_ml);
}
