import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemCode } from '../../contract/problem.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { exchange } from '../testing/raw-exchange.ts';
import { type Answer, type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

/* What no ordinary client sends, byte by byte. */

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.stop());

/** A request's head: its first line, and the headers that make it a good one. */
function head(line: string, ...headers: string[]): string {
  const own = ['Host: water.example', `Authorization: Bearer ${person.token}`, ...headers];
  return `${line}\r\n${own.join('\r\n')}\r\n\r\n`;
}
const CLOSE = 'Connection: close';
const GET = 'GET /api/users/current HTTP/1.1';
const POST = 'POST /api/user/water HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';
const portion = '{"waterVolume":250,"time":"2026-01-01T12:00"}';
const LENGTH = `Content-Length: ${portion.length}`;

function expectClosingProblem(answer: Answer | undefined, status: number, code: ProblemCode) {
  if (!answer) throw new Error('There was no answer.');
  expectProblem(answer, status, code);
  expect(answer.headers.get('connection')).toBe('close');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

async function servings(): Promise<number> {
  const day = await person.call('GET /api/user/water/today?date=2026-01-01T12:00');
  return day.body.servings;
}

describe('bytes that are no request', () => {
  test.each<[string, () => string, number, ProblemCode]>([
    [
      'two lengths',
      () => head(POST, JSON_TYPE, 'Content-Length: 45', 'Content-Length: 3') + portion,
      400,
      'validation_failed',
    ],
    [
      'the same length twice',
      () => head(POST, JSON_TYPE, LENGTH, LENGTH) + portion,
      400,
      'validation_failed',
    ],
    [
      'a list of lengths',
      () => head(POST, JSON_TYPE, 'Content-Length: 45, 45') + portion,
      400,
      'validation_failed',
    ],
    [
      'a length and chunks',
      () => `${head(POST, JSON_TYPE, LENGTH, 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
      'validation_failed',
    ],
    [
      'chunks and a length',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked', LENGTH)}0\r\n\r\n`,
      400,
      'validation_failed',
    ],
    [
      'chunks that are not the last coding',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
      400,
      'validation_failed',
    ],
    [
      'an unknown transfer coding',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
      400,
      'validation_failed',
    ],
    [
      'chunks named twice',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
      'validation_failed',
    ],
    [
      'a chunk size that is no number',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`,
      400,
      'validation_failed',
    ],
    [
      'a chunk size beyond 64 bits',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked')}${'f'.repeat(20)}\r\n{}\r\n`,
      400,
      'validation_failed',
    ],
    [
      'a negative chunk size',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked')}-2\r\n{}\r\n`,
      400,
      'validation_failed',
    ],
    [
      'a chunk longer than its size',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`,
      400,
      'validation_failed',
    ],
    [
      'chunk extensions without end',
      () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}\r\n{\r\n`,
      413,
      'too_large',
    ],
    [
      'a negative length',
      () => head(POST, JSON_TYPE, 'Content-Length: -1') + portion,
      400,
      'validation_failed',
    ],
    [
      'a length with a sign',
      () => head(POST, JSON_TYPE, 'Content-Length: +45') + portion,
      400,
      'validation_failed',
    ],
    [
      'a length in hexadecimal',
      () => head(POST, JSON_TYPE, 'Content-Length: 0x2d') + portion,
      400,
      'validation_failed',
    ],
    [
      'a length beyond 64 bits',
      () => head(POST, JSON_TYPE, `Content-Length: ${'9'.repeat(20)}`) + portion,
      400,
      'validation_failed',
    ],
    ['a folded header', () => head(GET, 'X-A: a\r\n b'), 400, 'validation_failed'],
    ['a space before the colon', () => head(GET, 'X-A : a'), 400, 'validation_failed'],
    ['a header without a name', () => head(GET, ': a'), 400, 'validation_failed'],
    ['a NUL in a header', () => head(GET, 'X-A: a\0b'), 400, 'validation_failed'],
    ['a lone carriage return in a header', () => head(GET, 'X-A: a\rb'), 400, 'validation_failed'],
    [
      'lines that end in a line feed alone',
      () => head(GET).replaceAll('\r\n', '\n'),
      400,
      'validation_failed',
    ],
    [
      'a method that does not exist',
      () => head('WATER /api/users/current HTTP/1.1'),
      400,
      'validation_failed',
    ],
    ['a method in lower case', () => head('get /api/users/current HTTP/1.1'), 400, 'validation_failed'],
    [
      'a target that is neither path nor address',
      () => head('GET api/users/current HTTP/1.1'),
      400,
      'validation_failed',
    ],
    ['a target with raw bytes', () => head('GET /api/\xf0\x9f\x92\xa7 HTTP/1.1'), 400, 'validation_failed'],
    ['HTTP/0.9', () => 'GET /api/users/current\r\n\r\n', 400, 'validation_failed'],
    ['HTTP/1.2', () => head('GET /api/users/current HTTP/1.2'), 400, 'validation_failed'],
    ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'validation_failed'],
    ['the beginning of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'validation_failed'],
    ['a giant header', () => head(GET, `X-A: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
    ['a giant target', () => head(`GET /api/${'x'.repeat(20_000)} HTTP/1.1`), 431, 'headers_too_large'],
    ['thousands of headers', () => head(GET, ...Array<string>(3000).fill('a: b')), 431, 'headers_too_large'],
    ['a tunnel', () => head('CONNECT example.com:443 HTTP/1.1'), 405, 'method_not_allowed'],
  ])(
    '%s: an answer in the form of all errors, and the connection is closed',
    async (_, bytes, status, code) => {
      const before = await servings();
      const answers = await exchange(app.url, bytes());
      expect(answers).toHaveLength(1);
      expectClosingProblem(answers[0], status, code);
      expect(await servings()).toBe(before);
    },
  );

  test('a header without end is answered while it still arrives', async () => {
    const pieces = Array.from({ length: 64 }, () => 'x'.repeat(16_384));
    const answers = await exchange(app.url, `${GET}\r\nX-A: `, ...pieces);
    expect(answers).toHaveLength(1);
    expectClosingProblem(answers[0], 431, 'headers_too_large');
  });

  test('garbage without end behind a whole request takes nothing from its answer either', async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on('warning', keep);
    const pieces = Array.from({ length: 64 }, () => '\0'.repeat(16_384));
    const answers = await exchange(app.url, head(GET), ...pieces);
    expect(answers.map(({ status }) => status)).toEqual([200]);
    process.off('warning', keep);
    expect(warnings).toEqual([]);
  });

  test('garbage behind a whole request takes nothing from its answer', async () => {
    const before = await servings();
    const answers = await exchange(app.url, `${head(POST, JSON_TYPE, LENGTH)}${portion}garbage\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([201]);
    expect(answers[0]?.headers.get('connection')).toBe('close');
    expect(await servings()).toBe(before + 1);
  });

  test('a caller who leaves in the middle of a body has done nothing', async () => {
    const before = await servings();
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(head(POST, JSON_TYPE, LENGTH) + portion.slice(0, 10), () => socket.resetAndDestroy());
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await servings()).toBe(before);
  });
});

describe('what does not come', () => {
  let slow: TestApp;
  beforeAll(async () => {
    slow = await startTestApp();
    // Long ago for a test; the real ones stand in app.ts.
    slow.server.headersTimeout = 200;
    slow.server.requestTimeout = 400;
  });
  afterAll(() => slow.stop());

  test.each([
    ['anything', ''],
    ['the rest of the headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    [
      'the rest of the body',
      `POST /api/users/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\n${LENGTH}\r\n\r\n{"em`,
    ],
    [
      'the rest of a chunk',
      `POST /api/users/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{`,
    ],
  ])('%s: the server waits no longer', async (_, beginning) => {
    const answers = await exchange(slow.url, beginning);
    expect(answers).toHaveLength(1);
    expectClosingProblem(answers[0], 408, 'request_timeout');
  });

  test('is waited for a bounded time in the real server', () => {
    expect(app.server.headersTimeout).toBeLessThanOrEqual(20_000);
    expect(app.server.requestTimeout).toBeLessThanOrEqual(60_000);
  });
});

describe('hosts', () => {
  test.each([
    ['none', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two', 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n'],
    ['the same twice', 'GET / HTTP/1.1\r\nHost: a.example\r\nhost: a.example\r\nConnection: close\r\n\r\n'],
    ['one with a space', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['one with a path', 'GET / HTTP/1.1\r\nHost: a.example/x\r\nConnection: close\r\n\r\n'],
    ['one with an @', 'GET / HTTP/1.1\r\nHost: a@b.example\r\nConnection: close\r\n\r\n'],
  ])('%s is bad input', async (_, bytes) => {
    const [answer] = await exchange(app.url, bytes);
    expectClosingProblem(answer, 400, 'validation_failed');
  });

  test.each(['', 'a.example', 'a.example:3000', '[::1]:3000', '127.0.0.1', 'xn--bcher-kva.example'])(
    'the host "%s" is one',
    async (host) => {
      const [answer] = await exchange(
        app.url,
        `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer?.status).toBe(302);
    },
  );
});

describe('what is unusual but good', () => {
  test.each([
    [
      'HTTP/1.0, without a host',
      () => `GET /api/users/current HTTP/1.0\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
    ],
    [
      'a whole address as the target',
      () => head('GET http://water.example/api/users/current HTTP/1.1', CLOSE),
    ],
    ['a wish for another protocol', () => head(GET, 'Connection: close, Upgrade', 'Upgrade: websocket, h2c')],
    ['an empty line before it', () => `\r\n${head(GET, CLOSE)}`],
    ['a body that nobody asked for', () => `${head(GET, CLOSE, JSON_TYPE, 'Content-Length: 1')}{`],
  ])('%s is served', async (_, bytes) => {
    const answers = await exchange(app.url, bytes());
    expect(answers).toMatchObject([{ status: 200, body: { id: person.id } }]);
  });

  test('chunks, of any size, make a body', async () => {
    const chunks = [...portion].map((letter) => `1\r\n${letter}\r\n`).join('');
    const bytes = `${head(POST, JSON_TYPE, CLOSE, 'Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`;
    expect(await exchange(app.url, bytes)).toMatchObject([{ status: 201, body: { waterVolume: 250 } }]);
  });

  test('an expectation that nobody offers is passed over', async () => {
    const bytes = head(POST, JSON_TYPE, LENGTH, CLOSE, 'Expect: tea') + portion;
    expect((await exchange(app.url, bytes)).map(({ status }) => status)).toEqual([201]);
  });

  test('requests sent in one go are answered in their order', async () => {
    const answers = await exchange(
      app.url,
      head(POST, JSON_TYPE, LENGTH) + portion + head(GET) + head('GET /nowhere HTTP/1.1') + head(GET, CLOSE),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 404, 200]);
  });

  test('HEAD answers what GET would, without a body', async () => {
    const answer = await person.call('HEAD /api/users/current');
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(0);
  });
});

describe('methods and targets that lead nowhere', () => {
  test.each<[string, () => string, number, ProblemCode]>([
    ['TRACE', () => head('TRACE /api/users/current HTTP/1.1', CLOSE), 405, 'method_not_allowed'],
    ['PROPFIND', () => head('PROPFIND /api/users/current HTTP/1.1', CLOSE), 405, 'method_not_allowed'],
    ['QUERY', () => head('QUERY /api/users/current HTTP/1.1', CLOSE), 405, 'method_not_allowed'],
    [
      'another method at a whole address',
      () => head('PUT http://x/api/users/current HTTP/1.1', CLOSE),
      405,
      'method_not_allowed',
    ],
    ['an unknown whole address', () => head('GET https://x/nowhere HTTP/1.1', CLOSE), 404, 'not_found'],
    ['an asterisk', () => head('OPTIONS * HTTP/1.1', CLOSE), 404, 'not_found'],
    ['an asterisk to be read', () => head('GET * HTTP/1.1', CLOSE), 404, 'not_found'],
    [
      'a path out of the folder',
      () => head('GET /project-drink-it/../../package.json HTTP/1.1', CLOSE),
      404,
      'not_found',
    ],
    [
      'an encoded path out of the folder',
      () => head('GET /%2e%2e/%2e%2e%2fpackage.json HTTP/1.1', CLOSE),
      404,
      'not_found',
    ],
    [
      'a broken body at no address',
      () => `${head('POST /nowhere HTTP/1.1', CLOSE, JSON_TYPE, 'Content-Length: 1')}{`,
      404,
      'not_found',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const answers = await exchange(app.url, bytes());
    expect(answers).toHaveLength(1);
    expectClosingProblem(answers[0], status, code);
  });
});
