import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../contract/base-path.ts';
import { type Call, calls } from '../../contract/calls.ts';
import { fieldMessages } from '../../contract/field-messages.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { exchange } from '../testing/raw-exchange.ts';
import { type Answer, type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.stop());

const json = { 'content-type': 'application/json' };
const portion = { waterVolume: 250, time: '2026-01-01T12:00' };
const post = (body: unknown, headers: Record<string, string> = json) =>
  person.call('POST /api/user/water', { body, headers });

describe('addresses', () => {
  test.each([
    'GET /api',
    'GET /api/',
    'POST /api/users',
    'GET /api/users/current/x',
    'GET /api/users/current/',
    'GET /API/users/current',
    'GET /api//users/current',
    'GET /api/user/water/2026-01-01/portions',
    'GET /nowhere',
    'PUT /api/%F0%9F%92%A7',
    'GET /api/users/x/avatar/y.webp',
    'GET /api/users/x/avatar/y.png',
  ])('%s leads nowhere', async (call) => {
    expectProblem(await person.call(call), 404, 'not_found');
  });

  test.each([
    ['/api/users/register', 'POST'],
    ['/api/users/login', 'POST'],
    ['/api/users/logout', 'POST'],
    ['/api/users/delete', 'DELETE'],
    ['/api/users/current', 'GET'],
    ['/api/users/info', 'PATCH'],
    ['/api/users/avatar', 'PATCH'],
    ['/api/users/dailynorma', 'GET, PATCH'],
    // These two stand where a day's own address would.
    ['/api/user/water/today', 'GET, PUT, DELETE'],
    ['/api/user/water/month', 'GET, PUT, DELETE'],
    ['/api/user/water', 'POST'],
    ['/api/user/water/2026-01-01', 'PUT, DELETE'],
  ])('%s takes %s and names them to any other method', async (path, allow) => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !allow.split(', ').includes(method),
    );
    for (const method of others) {
      const answer = await person.call(`${method} ${path}?date=x`);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe(allow);
    }
  });

  test('an address that cannot be decoded is bad input', async () => {
    expectProblem(await person.call('GET /api/users/%ff'), 400, 'validation_failed');
  });

  test('a day too long for any has no such portion', async () => {
    const day = 'x'.repeat(5000);
    expectProblem(await person.call(`DELETE /api/user/water/${day}?portionID=y`), 404, 'not_found');
  });

  test('the root leads to the application', async () => {
    const answer = await app.call('GET /');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/project-drink-it/');
  });
});

describe('bodies', () => {
  test.each(['', '{', '{"waterVolume":250,', 'text', "{'a':1}", '\u0000', '{"a":1}}'])(
    'the body %j is no JSON',
    async (body) => {
      expectProblem(
        await post(body),
        400,
        'validation_failed',
        body ? undefined : { body: fieldMessages.bodyNotObject },
      );
    },
  );

  test('a call that needs a body says so when it has none', async () => {
    const answer = await person.call('POST /api/user/water');
    expectProblem(answer, 400, 'validation_failed', { body: fieldMessages.bodyNotObject });
  });

  test('a call that needs no body takes an empty one', async () => {
    const { token } = (await app.call('POST /api/users/login', { body: person })).body;
    expect((await app.call('POST /api/users/logout', { token, headers: json, body: '' })).status).toBe(204);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of type %s is not taken', async (type) => {
    const answer = await post(JSON.stringify(portion), { 'content-type': type });
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  test('JSON may name its encoding', async () => {
    const answer = await post(JSON.stringify(portion), { 'content-type': 'application/json; charset=utf-8' });
    expect(answer.status).toBe(201);
  });

  test('a body beyond any need is too large, and the next call is served', async () => {
    for (const size of [17_000, 3_000_000]) {
      expectProblem(await post({ ...portion, note: 'x'.repeat(size) }), 413, 'too_large');
      expect((await post({ ...portion, note: 'x'.repeat(10_000) })).status).toBe(201);
    }
  });

  test('keys that reach for a prototype are ignored', async () => {
    const added = await post(
      `{"__proto__":{"waterVolume":1,"admin":true},"waterVolume":7,"time":"2026-01-01T12:00"}`,
    );
    expect(added).toMatchObject({ status: 201, body: { waterVolume: 7 } });
    const inherited = await post(`{"__proto__":{"waterVolume":1},"time":"2026-01-01T12:00"}`);
    expectProblem(inherited, 400, 'validation_failed', { waterVolume: fieldMessages.waterVolumeInvalid });
    const constructed = `{"constructor":{"prototype":{"admin":true}},"waterVolume":7,"time":"2026-01-01T12:00"}`;
    expect((await post(constructed)).status).toBe(201);
    expect({}).not.toHaveProperty('admin');
  });

  test('what was sent never comes back in an error', async () => {
    const secret = 'Sup3r-s3cret';
    const answers = [
      await post(`{"waterVolume":"${secret}","time":"${secret}"}`),
      await post(`{"${secret}`),
      await person.call(`PUT /api/user/water/${secret}?portionID=${secret}`, { body: portion }),
      await person.call(`GET /api/user/water/today?date=${secret}`),
      await person.call(`GET /api/${secret}`),
      await app.call('POST /api/users/login', { body: { email: `${secret}@x.org`, password: secret } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });
});

describe('a token', () => {
  const signedIn = Object.values(calls as Record<string, Call>).filter((call) => !call.public);

  test('is needed by all calls but five', () => {
    expect(signedIn).toHaveLength(Object.keys(calls).length - 5);
  });

  test.each(signedIn)('is needed for $method $path', async ({ method, path }) => {
    const call = `${method} ${path.replace(':_id', '2026-01-01')}`;
    expectProblem(await app.call(call), 401, 'unauthorized');
    // Nothing is said of the input, nor is it read, before it is known who calls.
    const body = method === 'GET' ? undefined : '{';
    expectProblem(await app.call(`${call}?date=x`, { headers: json, body }), 401, 'unauthorized');
  });
});

describe('headers', () => {
  test.each([
    ['an answer', 'GET /api/users/current', 200],
    ['an error', 'GET /api/user/water/today?date=x', 400],
    ['what is not there', 'GET /nowhere', 404],
    ['what cannot be decoded', 'GET /%ff', 400],
    ['a redirect', 'GET /', 302],
  ])('that keep a browser safe stand on %s', async (_, call, status) => {
    const answer = await person.call(call);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expectSafety(answer);
    if (call.includes('/api/')) expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['a page', ''],
    ['another page', 'home'],
    ['what belongs to pages', 'manifest.webmanifest'],
  ])('that keep a browser safe stand on %s, new or known to the browser', async (_, path) => {
    const request = `GET ${BASE_PATH}/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    const [full] = await exchange(app.url, `${request}\r\n`);
    const [known] = await exchange(app.url, `${request}If-None-Match: ${full?.headers.get('etag')}\r\n\r\n`);
    expect([full?.status, known?.status]).toEqual([200, 304]);
    // A browser goes by the headers that came last.
    if (full) expectPageSafety(full);
    if (known) expectPageSafety(known);
  });

  function expectPageSafety(answer: Answer): void {
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain('unsafe');
    // Over plain http, as at home, a browser must not be told to insist on https.
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(answer.headers.get('permissions-policy')).toContain('geolocation=()');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expectSafety(answer);
  }

  function expectSafety({ headers }: Answer): void {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  }
});

test('where people come over https, browsers are told to stay with it', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://water.example.org' });
  try {
    const answer = await secure.call('GET /nowhere');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  } finally {
    await secure.stop();
  }
});

describe('pages of other origins', () => {
  const origin = 'https://app.example.org';
  const preflight = {
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization, content-type, idempotency-key, time-zone',
  };

  test('may not call unless they are named', async () => {
    const answer = await app.call('OPTIONS /api/users/info', { headers: { origin, ...preflight } });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('may call when CORS_ORIGINS names them, and only those', async () => {
    const open = await startTestApp({ CORS_ORIGINS: `https://other.example.org, ${origin}` });
    try {
      const asked = await open.call('OPTIONS /api/users/info', { headers: { origin, ...preflight } });
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
      expect(asked.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
      const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase();
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'time-zone']) {
        expect(allowed).toContain(name);
      }
      const refused = await open.call('GET /api/users/current', { headers: { origin } });
      expectProblem(refused, 401, 'unauthorized');
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
      expect(refused.headers.get('vary')?.toLowerCase()).toContain('origin');
      const stranger = await open.call('GET /api/users/current', {
        headers: { origin: `${origin}.evil.com` },
      });
      expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await open.stop();
    }
  });
});
