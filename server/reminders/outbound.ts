import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFault } from '../../contract/reminder.ts';
import { isPublicAddress } from './public-address.ts';

/** In all, from looking the name up to the end of the answer, ms. */
const TIMEOUT_MS = 5000;
/** So much of an answer is read; nobody needs more of it. */
const ANSWER_LIMIT = 4096;

export interface OutboundRequest {
  url: string;
  headers: Record<string, string | number>;
  body: Buffer | string;
}

/** What came back: a status, or why there is none. */
export type OutboundAnswer = { status: number; retryAfter: string | undefined } | { fault: DeliveryFault };

/** The hosts, such as `ntfy.home` or `127.0.0.1:8080`, that may be called although they are not public. */
export type Allowed = readonly string[];

class PrivateAddressError extends Error {}

/** Whether the address names one of the hosts that are allowed whatever they resolve to. */
export function isAllowed(url: URL, allowed: Allowed): boolean {
  return allowed.includes(url.host) || allowed.includes(url.hostname);
}

/** Whether the address could be called at all: https, and no literal address of this machine or a network around it. */
export function isCallable(address: string, allowed: Allowed): boolean {
  const url = new URL(address);
  if (isAllowed(url, allowed)) return true;
  if (url.protocol !== 'https:' || url.username || url.password) return false;
  const host = hostOf(url);
  return isIP(host) > 0
    ? isPublicAddress(host)
    : host.includes('.') && !/\.(?:localhost|local|internal)$/.test(host);
}

/**
 * Sends a POST to an address that a person gave. Only public addresses are called, checked as the name is resolved and
 * again on the connection; no redirect is followed.
 */
export async function post(request: OutboundRequest, allowed: Allowed): Promise<OutboundAnswer> {
  const url = new URL(request.url);
  const isTrusted = isAllowed(url, allowed);
  if (!isCallable(request.url, allowed)) return { fault: 'private_address' };
  try {
    const answer = await send(url, request, isTrusted);
    return answer.status >= 300 && answer.status < 400 ? { fault: 'redirect' } : answer;
  } catch (error) {
    return { fault: isPrivate(error) ? 'private_address' : 'no_answer' };
  }
}

function isPrivate(error: unknown): boolean {
  return error instanceof PrivateAddressError || (error as Error)?.cause instanceof PrivateAddressError;
}

function send(
  url: URL,
  { headers, body }: OutboundRequest,
  isTrusted: boolean,
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((done, fail) => {
    const client = url.protocol === 'https:' ? https : http;
    const request = client.request(
      url,
      {
        method: 'POST',
        headers,
        // A connection of its own: one that is kept could have been opened to another address.
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(!isTrusted && { lookup: lookupPublic }),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        const retryAfter = response.headers['retry-after'];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > ANSWER_LIMIT) response.destroy();
        });
        response.on('close', () => done({ status, retryAfter }));
        response.on('error', () => {});
      },
    );
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        const { remoteAddress = '' } = socket;
        if (!isTrusted && !isPublicAddress(remoteAddress)) request.destroy(new PrivateAddressError());
      });
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** Resolves a name, and refuses it if any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, _options, done) => {
  dns.lookup(hostname, { all: true }).then(
    (addresses) => {
      if (addresses.every(({ address }) => isPublicAddress(address))) done(null, addresses);
      else done(new PrivateAddressError(), []);
    },
    (error) => done(error, []),
  );
};

/** The host of an address, without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
