import { calls } from '../../../contract/calls.ts';
import { newDevice, type Receiver } from '../push-service.ts';
import { type Answer, send } from '../test-app.ts';
import { type Draft, PASSWORD, RECEIVER } from './draft.ts';

/** Who calls, and what of theirs later requests can name. */
export interface Account {
  email: string;
  token: string;
  known: { portion: { id: string; day: string }[]; channel: { id: string }[]; key: { id: string }[] };
}

/** A request as it goes over the wire. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** What is remembered of each kind, so that later requests find it. */
const REMEMBERED = 20;

/** An account that can sign in with the password that all have; with what a reminder's button holds, if it is to. */
export async function startAccount(
  url: string,
  receiver: Receiver,
  email: string,
  hasKey: boolean,
): Promise<Account> {
  const known: Account['known'] = { portion: [], channel: [], key: [] };
  const credentials = { email, password: PASSWORD };
  const registered = await send(url, 'POST /api/users/register', { body: credentials });
  const { status, body } =
    registered.status === 201 ? registered : await send(url, 'POST /api/users/login', { body: credentials });
  // Somebody has changed the address or the password: another account takes the place.
  if (status >= 400) return startAccount(url, receiver, `${crypto.randomUUID()}@generated.example`, hasKey);
  const { token } = body;
  if (!hasKey) return { email, token, known };
  const path = `/${crypto.randomUUID()}`;
  const device = newDevice(receiver.url(path));
  const added = await send(url, 'POST /api/users/push-subscriptions', { token, body: device.input });
  if (added.status === 201) {
    await send(url, 'POST /api/users/reminders/test', { token });
    const message = receiver.received.find((received) => received.path === path);
    if (message) known.key.push({ id: device.read(message).key });
  }
  return { email, token, known };
}

/** Keeps what an answer told, so that later requests find it. */
export function remember({ known }: Account, name: string | undefined, { body }: Answer): void {
  const keep = <T>(list: T[], item: T) => {
    list.unshift(item);
    list.length = Math.min(list.length, REMEMBERED);
  };
  if (name === 'addPortion' || name === 'editPortion') {
    keep(known.portion, { id: body.id, day: dayOnTheWall(body.time) });
  }
  if (name === 'addDevice' || name === 'addWebhook') keep(known.channel, { id: body.id });
}

/** Two hours before a time on the wire. */
const dayOnTheWall = (time: string) =>
  new Date(Date.parse(`${time}Z`) - 7_200_000).toISOString().slice(0, 10);

/** Puts what is known of the account in the place of a draft's placeholders. */
export function fill(draft: Draft, { token, known }: Account, host: string, picture: Buffer): Sent {
  let day = '2026-01-01';
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, filled(child)]));
    }
    if (typeof value !== 'string') return value;
    if (value === '@day') return day;
    const [, kind, index] = /^@(portion|channel|key)(\d+)$/.exec(value) ?? [];
    if (!kind) return value.replace(RECEIVER, host);
    const list: { id: string; day?: string }[] = known[kind as keyof Account['known']];
    const found = list[Number(index) % Math.max(1, list.length)];
    day = found?.day ?? day;
    return found?.id ?? crypto.randomUUID();
  };
  const query = draft.query.map(([name, value]) => `${escaped(name)}=${escaped(filled(value))}`).join('&');
  const path = calls[draft.name].path.replace(/:(\w+)/g, (_, name) => escaped(filled(draft.params[name])));
  const tokens = { self: token, nobody: undefined, stranger: `${token.split('.')[0]}.${'x'.repeat(43)}` };
  const authorization = tokens[draft.sender];
  const { body, type } = bodyOf(filled(draft.body), 'upload' in calls[draft.name], picture);
  return {
    method: draft.method,
    path: query ? `${path}?${query}` : path,
    headers: {
      ...(authorization && { authorization: `Bearer ${authorization}` }),
      ...(type && { 'content-type': type }),
      ...draft.headers,
    },
    body,
  };
}

const escaped = (value: unknown) => {
  const content = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return content.isWellFormed() ? encodeURIComponent(content) : '%ED%A0%80';
};

function bodyOf(
  value: unknown,
  isUpload: boolean,
  picture: Buffer,
): { body: Buffer | undefined; type?: string } {
  if (value === undefined) return { body: undefined };
  if (isUpload && (value === '@picture' || Buffer.isBuffer(value))) {
    const part = '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a"\r\n\r\n';
    const content = value === '@picture' ? picture : (value as Buffer);
    const body = Buffer.concat([Buffer.from(part), content, Buffer.from('\r\n--x--\r\n')]);
    return { body, type: 'multipart/form-data; boundary=x' };
  }
  const body = Buffer.isBuffer(value)
    ? value
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { body, type: 'application/json' };
}
