import type { Server } from 'node:http';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { watchQueries } from '../database/account-bound.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { freshDatabase } from './fresh-database.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back.
  body: any;
}

export interface Request {
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a text, a buffer or a form already. */
  body?: unknown;
}

/** The real application on a real port and a fresh database, for the tests of one file. */
export interface TestApp {
  url: string;
  /** `DATABASE_URL`. */
  databaseUrl: string;
  database: Database;
  /** Node's own server, below the application. */
  server: Server;
  /** Calls over HTTP, `call('GET /api/users/current', { token })`; a JSON answer comes parsed. */
  call(methodAndPath: string, request?: Request): Promise<Answer>;
  /** A new account, signed in. */
  signUp(account?: { email?: string; password?: string; timeZone?: string }): Promise<SignedIn>;
  stop(): Promise<void>;
}

export interface SignedIn {
  token: string;
  id: string;
  email: string;
  password: string;
  /** Calls as this account. */
  call(methodAndPath: string, request?: Request): Promise<Answer>;
}

let accounts = 0;

/** Starts it; environment variables set the server as in real life. */
export async function startTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const fresh = await freshDatabase();
  // All tests call from one address: limits are on where a test is about them.
  const quiet = { LOG_LEVEL: 'fatal', RATE_LIMITS: 'off' };
  const config = readConfig({ ...quiet, DATABASE_URL: fresh.url, ...environment });
  const database = await openDatabase(config.databaseUrl);
  const unbound = new Set<string>();
  const watched = database.withPlugin(watchQueries((query) => unbound.add(query)));
  const app = await buildApp(config, watched);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const call = (methodAndPath: string, request?: Request) => send(url, methodAndPath, request);
  return {
    url,
    databaseUrl: fresh.url,
    database,
    server: app.server,
    call,
    async signUp({ email = `person-${++accounts}@example.com`, password = 'correct horse', timeZone } = {}) {
      const headers: Record<string, string> = timeZone ? { 'Time-Zone': timeZone } : {};
      const answer = await call('POST /api/users/register', { body: { email, password }, headers });
      if (answer.status !== 201) throw new Error(`Signing up failed: ${JSON.stringify(answer.body)}`);
      const { token, user } = answer.body;
      return {
        token,
        id: user.id,
        email,
        password,
        call: (methodAndPath, request) => call(methodAndPath, { token, ...request }),
      };
    },
    async stop() {
      await app.close();
      await database.destroy();
      await fresh.drop();
      if (unbound.size > 0) {
        throw new Error(
          `Queries that are bound to no account: ${[...unbound].join('; ')}. See account-bound.ts.`,
        );
      }
    },
  };
}

/** Calls a server at its address. */
export async function send(
  url: string,
  methodAndPath: string,
  { token, headers, body }: Request = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = methodAndPath.split(' ');
  const isRaw =
    body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Buffer;
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isRaw ? (body as BodyInit | undefined) : JSON.stringify(body),
  });
  const isJson = method !== 'HEAD' && /json/.test(response.headers.get('content-type') ?? '');
  const content = isJson ? await response.json() : Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body: content };
}
