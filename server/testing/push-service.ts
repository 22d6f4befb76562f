import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';

/** A call that a push service or a webhook got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What it is to answer: a status with headers, or nothing at all. */
export type Answer = { status: number; headers?: Record<string, string> } | 'nothing';

/** A server of the test's own on loopback, which keeps what it gets and answers what it is told. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ path: request.url ?? '', headers: request.headers, body });
    const answer = answers.shift() ?? { status: 201 };
    if (answer !== 'nothing') response.writeHead(answer.status, answer.headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path: string) => `http://${host}${path}`,
    received,
    /** What the next calls are answered, in turn; after that 201. */
    answer: (...next: Answer[]) => void answers.push(...next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A browser's half of a push subscription: what it tells the server, and how it reads what comes (RFC 8291). */
export function newDevice(endpoint: string, name = 'Chromium on Linux', language = 'en') {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return {
    input: { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth }, name, language },
    read({ headers, body }: Received) {
      if (headers['content-encoding'] !== 'aes128gcm')
        throw new Error('It is not encrypted as RFC 8291 says.');
      return JSON.parse(
        decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString(),
      );
    },
  };
}

/** The claims of a call's VAPID token, once its signature by the server's key is verified (RFC 8292). */
export function vapidClaims({ headers }: Received, serverKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== serverKey) throw new Error('It is not signed with the key that browsers were told.');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is wrong.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
