import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls.ts';
import { ProblemBody, type ProblemCode, problemStatus } from '../../contract/problem.ts';
import { plainPicture } from './picture.ts';
import { newDevice, type Receiver } from './push-service.ts';
import { ACCOUNTS, anyDraft, type Draft, emailOf, PASSWORD, RECEIVER } from './request-arbitraries.ts';
import { type Answer, send } from './test-app.ts';

/** Requests that are under way at once. */
const AT_ONCE = 8;
/** So many are generated in one go. */
const CHUNK = 500;
/** An answer that takes longer never comes. */
const ANSWER_WITHIN_MS = 20_000;
/** What is remembered of each kind, so that later requests find it. */
const REMEMBERED = 20;

/** How often each declared call got each answer: `201`, or `400 validation_failed`. */
export type Tally = Map<string, Map<string, number>>;

export interface GeneratedRun {
  /** Where the server is, and who receives what it sends; it must be in its OUTBOUND_ALLOW. */
  url: string;
  receiver: Receiver;
  requests: number;
  seed: number;
}

interface Account {
  email: string;
  token: string;
  known: { portion: { id: string; day: string }[]; channel: { id: string }[]; key: { id: string }[] };
}

/** A request as it goes over the wire. */
interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/**
 * Sends generated requests and checks every answer against the declaration of the call that it was.
 * @throws Error that tells the seed, the request and what is wrong with its answer.
 */
export async function sendGeneratedRequests({ url, receiver, requests, seed }: GeneratedRun): Promise<Tally> {
  const tally: Tally = new Map();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  // Those whose session ended are begun anew; whoever needs one waits for it.
  const accounts = new Map<number, Promise<Account>>();
  for (let index = 0; index < ACCOUNTS; index++) {
    accounts.set(index, startAccount(url, receiver, emailOf(index), index % 2 === 0));
    await accounts.get(index);
  }
  const picture = await plainPicture();

  const play = async (draft: Draft) => {
    const account = await accounts.get(draft.account);
    if (!account) throw new Error(`There is no account ${draft.account}.`);
    const sent = fill(draft, account, receiver.host, picture);
    const answer = await exchange(url, sent, agent).catch((error) => {
      throw new Error(`${error.message}\n  ${inWords(sent)}`);
    });
    const [name, call] = declared(sent) ?? [];
    const fault = call ? faultOf(call, answer) : faultOfUndeclared(answer);
    if (fault) throw new Error(`${fault}\n  ${inWords(sent)}\n  ${JSON.stringify(answer).slice(0, 1000)}`);
    const counts = tally.get(name ?? 'none') ?? new Map<string, number>();
    tally.set(name ?? 'none', counts);
    const outcome = [answer.status, answer.body.code].filter(Boolean).join(' ');
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (call && answer.status === call.status && draft.sender === 'self') remember(account, name, answer);
    const isOver = name === 'deleteAccount' || name === 'logout' || name === 'changeAccount';
    if (isOver && answer.status === call?.status) {
      const hasKey = draft.account % 2 === 0;
      accounts.set(draft.account, startAccount(url, receiver, account.email, hasKey));
    }
  };

  let failure: unknown;
  for (let done = 0; done < requests && !failure; done += CHUNK) {
    const numRuns = Math.min(CHUNK, requests - done);
    const drafts = fc.sample(anyDraft, { numRuns, seed: seed + done }).values();
    const work = async () => {
      for (const draft of drafts) {
        if (failure) return;
        await play(draft).catch((error) => {
          failure ??= error;
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    receiver.received.length = 0;
  }
  await Promise.allSettled(accounts.values());
  agent.destroy();
  if (failure) {
    throw new Error(`With the seed ${seed}: ${failure instanceof Error ? failure.message : failure}`);
  }
  return tally;
}

/** An account that can sign in with the password that all have; with what a reminder's button holds, if it is to. */
async function startAccount(
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

function remember({ known }: Account, name: string | undefined, { body }: Answer): void {
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
function fill(draft: Draft, { token, known }: Account, host: string, picture: Buffer): Sent {
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

function exchange(url: string, { method, path, headers, body }: Sent, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, {
      method,
      agent,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
    });
    const fail = (error: Error) => reject(new Error(`There was no answer: ${error.message}`));
    call.on('error', fail);
    call.on('response', (response) => {
      text(response).then((content) => {
        const isJson = /json/.test(response.headers['content-type'] ?? '') && content !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          body: isJson ? JSON.parse(content) : Buffer.from(content),
        });
      }, fail);
    });
    call.end(body);
  });
}

const patterns = Object.entries(calls as Record<string, Call>).map(([name, call]) => ({
  name,
  call,
  pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The declared call that a request is, whatever it was meant to be. */
function declared({ method, path }: Sent): [name: string, call: Call] | undefined {
  const found = patterns.find(
    ({ call, pattern }) => call.method === method && pattern.test(path.split('?', 1)[0] ?? ''),
  );
  return found && [found.name, found.call];
}

const COMMON: readonly ProblemCode[] = [
  'validation_failed',
  'unsupported_media_type',
  'too_large',
  'too_many_requests',
  'headers_too_large',
];

/** What is wrong with an answer, by the declaration of its call; undefined if nothing is. */
function faultOf(call: Call, answer: Answer): string | undefined {
  if (answer.status !== call.status) {
    const own: ProblemCode[] = call.public ? [] : ['unauthorized'];
    return faultOfProblem(answer, [...COMMON, ...own, ...call.problems]);
  }
  if (!call.reply) return answer.body.length === 0 ? undefined : 'There is a body where none is declared.';
  if (answer.headers.get('content-type') !== 'application/json; charset=utf-8')
    return 'The reply is no JSON.';
  const parsed = z.safeParse(call.reply, answer.body);
  if (!parsed.success) return `The reply is not as declared: ${parsed.error.message}`;
  // Parsing drops what is not declared.
  const isWhole = isDeepStrictEqual(parsed.data, answer.body);
  return isWhole ? undefined : 'The reply holds more than what is declared.';
}

const faultOfUndeclared = (answer: Answer) =>
  faultOfProblem(answer, ['not_found', 'method_not_allowed', 'validation_failed', 'headers_too_large']);

function faultOfProblem(
  { status, headers, body }: Answer,
  codes: readonly ProblemCode[],
): string | undefined {
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8')
    return 'The error is no problem.';
  const parsed = z.safeParse(ProblemBody, body);
  if (!parsed.success) return `The problem is not as declared: ${parsed.error.message}`;
  const { code } = parsed.data;
  if (status !== problemStatus[code] || status !== parsed.data.status) return 'Status and code do not agree.';
  if (code === 'too_many_requests' && !headers.get('retry-after')) return 'Nobody says when to try again.';
  return codes.includes(code) ? undefined : `The code ${code} is not declared.`;
}

function inWords({ method, path, headers, body }: Sent): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(body?.toString('latin1') ?? '').slice(0, 1000)}`;
}
