import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

test('nothing has to be set', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: 'sqlite:./data/drink-it.db',
    publicUrl: '',
    corsOrigins: [],
    outboundAllow: [],
    trustProxy: [],
    rateLimits: true,
    metricsPort: undefined,
    sessionDays: 30,
    dailyCopies: 14,
    logLevel: 'info',
  });
});

test('an empty variable counts as absent, and foreign ones do not matter', () => {
  const empty = { PORT: '', HOST: '', DATABASE_URL: '', PUBLIC_URL: '', CORS_ORIGINS: '', SESSION_DAYS: '' };
  expect(readConfig({ ...empty, LOG_LEVEL: '', HOME: '/root' })).toEqual(readConfig({}));
});

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ DATABASE_URL: 'sqlite:/var/lib/drink it.db' }, { databaseUrl: 'sqlite:/var/lib/drink it.db' }],
  [
    { DATABASE_URL: 'postgres://ann:p%40ss@db.example/water?sslmode=require' },
    { databaseUrl: 'postgres://ann:p%40ss@db.example/water?sslmode=require' },
  ],
  [{ DATABASE_URL: 'postgresql:///water' }, { databaseUrl: 'postgresql:///water' }],
  [{ PUBLIC_URL: 'https://water.example.org/' }, { publicUrl: 'https://water.example.org' }],
  [{ PUBLIC_URL: 'http://localhost:8080' }, { publicUrl: 'http://localhost:8080' }],
  [{ CORS_ORIGINS: 'https://a.example' }, { corsOrigins: ['https://a.example'] }],
  [
    { CORS_ORIGINS: ' https://a.example , http://localhost:5173,' },
    { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
  ],
  [{ OUTBOUND_ALLOW: 'ntfy.home, 127.0.0.1:8080' }, { outboundAllow: ['ntfy.home', '127.0.0.1:8080'] }],
  [
    { TRUST_PROXY: '127.0.0.1, 172.16.0.0/12,fd00::/8' },
    { trustProxy: ['127.0.0.1', '172.16.0.0/12', 'fd00::/8'] },
  ],
  [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
  [{ METRICS_PORT: '9464' }, { metricsPort: 9464 }],
  [{ METRICS_PORT: 'off' }, { metricsPort: undefined }],
  [{ SESSION_DAYS: '1' }, { sessionDays: 1 }],
  [{ SESSION_DAYS: '365' }, { sessionDays: 365 }],
  [{ DAILY_COPIES: '0' }, { dailyCopies: 0 }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
])('%j is read', (environment, expected) => {
  expect(readConfig(environment)).toEqual({ ...readConfig({}), ...expected });
});

/** What reading these settings complains of. */
function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  throw new Error('The settings were accepted.');
}

test.each([
  ['PORT', ['http', '-1', '65536', '3000.5', ' 3000', '0x50', '3e3']],
  ['PUBLIC_URL', ['water.example.org', 'ftp://water.example.org', 'https://', '/project-drink-it']],
  ['OUTBOUND_ALLOW', ['https://ntfy.home', 'ntfy.home/topic', '*', 'NTFY.home', 'a b']],
  [
    'CORS_ORIGINS',
    ['*', 'a.example', 'https://a.example/', 'https://a.example/page', 'https://a.example,b', 'null'],
  ],
  [
    'TRUST_PROXY',
    ['true', '1', 'loopback', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', '10.0.0.1/8/8', '::1/', '*'],
  ],
  ['RATE_LIMITS', ['0', 'false', 'OFF', '300']],
  ['SESSION_DAYS', ['0', '366', '-1', '1.5', 'forever']],
  ['DAILY_COPIES', ['-1', '367', 'none']],
  ['LOG_LEVEL', ['loud', 'INFO', '30']],
])('a bad %s is refused, named and explained', (name, values) => {
  for (const value of values) {
    const said = complaint({ [name]: value });
    expect(said).toContain(`${name} is "${value}" but must be `);
    expect(said).not.toContain('\n');
  }
});

test.each([
  'sqlite:',
  'data.db',
  'SQLITE:data.db',
  'mysql://ann:secret@localhost/water',
  'postgres:water',
  'postgres://ann:secret@local host/water',
  'postgres://ann:secret@localhost:port/water',
])('the bad DATABASE_URL %s is refused and explained, but not shown, for it may hold a password', (value) => {
  const said = complaint({ DATABASE_URL: value });
  expect(said).toContain('DATABASE_URL is not shown here but must be sqlite: and the path of a file');
  expect(said).not.toContain('secret');
  expect(said).not.toContain('\n');
});

test('every bad variable is named in the one message', () => {
  const said = complaint({ PORT: 'x', SESSION_DAYS: '0', LOG_LEVEL: 'loud', HOST: 'fine' });
  expect(said.match(/\b[A-Z_]{4,} is /g)).toEqual(['PORT is ', 'SESSION_DAYS is ', 'LOG_LEVEL is ']);
});
