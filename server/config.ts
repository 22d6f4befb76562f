import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { StartError } from './start-error.ts';

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** Texts separated by commas, each of which must meet the rule. */
const listOf = (isFit: (text: string) => boolean) =>
  z.pipe(
    z.string(),
    z
      .pipe(
        z.transform((text: string) =>
          text
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean),
        ),
        z.array(z.string()),
      )
      .check(z.refine((items) => items.every(isFit))),
  );

const isHost = (text: string) =>
  /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`) && new URL(`http://${text}/`).host === text;

/** Whether a text can be a `DATABASE_URL`: `sqlite:` and a path, or a URL of PostgreSQL. */
export const isDatabaseUrl = (text: string): boolean =>
  /^sqlite:./.test(text) || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text));

/** An address or a subnet, such as 10.0.0.1 or fd00::/8. */
function isSubnet(text: string): boolean {
  const [net = '', prefix, ...more] = text.split('/');
  if (isIP(net) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(net) === 6 ? 128 : 32));
}

const wholeNumber = (min: number, max: number) =>
  z
    .pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max));

const portOrOff = z
  .pipe(
    z.string().check(z.regex(/^(?:off|\d+)$/)),
    z.transform((text) => (text === 'off' ? undefined : Number(text))),
  )
  .check(z.refine((port) => port === undefined || (port >= 1 && port <= 65_535)));

/** Every setting: its default, the rule that it must meet, and the rule in words. */
const settings = {
  PORT: { fallback: '3000', rule: wholeNumber(0, 65_535), words: 'a port from 0 to 65535, such as 3000' },
  HOST: { fallback: '127.0.0.1', rule: z.string(), words: 'an address to listen on, such as 0.0.0.0' },
  DATABASE_URL: {
    fallback: 'sqlite:./data/drink-it.db',
    rule: z.string().check(z.refine(isDatabaseUrl)),
    words:
      'sqlite: and the path of a file, such as sqlite:./data/drink-it.db, or postgres://user:password@host:5432/database, with what is special in the password percent-encoded',
  },
  PUBLIC_URL: {
    fallback: '',
    rule: z
      .string()
      .check(z.refine((text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)))),
    words: 'the http or https address at which people reach it, such as https://water.example.org',
  },
  CORS_ORIGINS: {
    fallback: '',
    rule: listOf(isOrigin),
    words: 'origins separated by commas, such as https://app.example.org',
  },
  OUTBOUND_ALLOW: {
    fallback: '',
    rule: listOf(isHost),
    words: 'hosts separated by commas, such as ntfy.home or 192.168.1.5:8080',
  },
  TRUST_PROXY: {
    fallback: '',
    rule: listOf(isSubnet),
    words: 'addresses or subnets separated by commas, such as 127.0.0.1 or 172.16.0.0/12',
  },
  RATE_LIMITS: { fallback: 'on', rule: z.enum(['on', 'off']), words: 'on or off' },
  METRICS_PORT: {
    fallback: 'off',
    rule: portOrOff,
    words: 'off or a port from 1 to 65535, such as 9464',
  },
  SESSION_DAYS: { fallback: '30', rule: wholeNumber(1, 365), words: 'a whole number of days from 1 to 365' },
  DAILY_COPIES: {
    fallback: '14',
    rule: wholeNumber(0, 366),
    words: 'a whole number of copies from 0 to 366',
  },
  LOG_LEVEL: {
    fallback: 'info',
    rule: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    words: 'one of fatal, error, warn, info, debug, trace, silent',
  },
} as const;

/** A value in a message; the one that may hold a password stands in no message and no log. */
const shown = (name: string, value: string) => (name === 'DATABASE_URL' ? 'not shown here' : `"${value}"`);

type Settings = typeof settings;
type Values = { [K in keyof Settings]: z.output<Settings[K]['rule']> };

export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  publicUrl: string;
  corsOrigins: string[];
  outboundAllow: string[];
  trustProxy: string[];
  rateLimits: boolean;
  /** Where the figures are served; undefined if nowhere. */
  metricsPort: number | undefined;
  sessionDays: number;
  dailyCopies: number;
  logLevel: Values['LOG_LEVEL'];
}

/**
 * Reads the settings from the environment. An empty variable counts as absent.
 * @throws StartError that names every variable with a bad value.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = [];
  const read = <K extends keyof Settings>(name: K): Values[K] => {
    const { rule, fallback, words } = settings[name];
    const value = environment[name] || fallback;
    const parsed = z.safeParse(rule, value);
    if (!parsed.success) faults.push(`${name} is ${shown(name, value)} but must be ${words}`);
    return parsed.data as Values[K];
  };
  const config = {
    port: read('PORT'),
    host: read('HOST'),
    databaseUrl: read('DATABASE_URL'),
    publicUrl: (read('PUBLIC_URL') ?? '').replace(/\/+$/, ''),
    corsOrigins: read('CORS_ORIGINS'),
    outboundAllow: read('OUTBOUND_ALLOW'),
    trustProxy: read('TRUST_PROXY'),
    rateLimits: read('RATE_LIMITS') === 'on',
    metricsPort: read('METRICS_PORT'),
    sessionDays: read('SESSION_DAYS'),
    dailyCopies: read('DAILY_COPIES'),
    logLevel: read('LOG_LEVEL'),
  };
  if (faults.length > 0) throw new StartError(`Bad setting: ${faults.join('; ')}.`);
  return config;
}
