import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { plainPicture } from '../picture.ts';
import type { Receiver } from '../push-service.ts';
import type { Answer } from '../test-app.ts';
import { anyDraft } from './any-draft.ts';
import { ACCOUNTS, type Draft, emailOf } from './draft.ts';
import { declared, faultOf, faultOfUndeclared } from './judge.ts';
import { type Account, fill, remember, type Sent, startAccount } from './people.ts';

/** Requests that are under way at once. */
const AT_ONCE = 8;
/** So many are generated in one go. */
const CHUNK = 500;
/** An answer that takes longer never comes. */
const ANSWER_WITHIN_MS = 20_000;

/** How often each declared call got each answer: `201`, or `400 validation_failed`. */
export type Tally = Map<string, Map<string, number>>;

export interface GeneratedRun {
  /** Where the server is, and who receives what it sends; it must be in its OUTBOUND_ALLOW. */
  url: string;
  receiver: Receiver;
  requests: number;
  seed: number;
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
      const anew = startAccount(url, receiver, account.email, hasKey);
      accounts.set(draft.account, anew);
      // Whoever needs it hears of a failure.
      anew.catch(() => {});
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

function inWords({ method, path, headers, body }: Sent): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(body?.toString('latin1') ?? '').slice(0, 1000)}`;
}
