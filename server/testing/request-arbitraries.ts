import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls.ts';

/*
 * Requests made from the declarations of the calls: mostly right, partly changed, partly wild. What only a running
 * server knows stands in them as a placeholder, such as @portion3, which generated-requests.ts fills in.
 */

export type CallName = keyof typeof calls;
export type Fields = Record<string, unknown>;

/** Who calls: the account itself, nobody, or somebody with a token that is none. */
export type Sender = 'self' | 'nobody' | 'stranger';

/** A call's input before it is sent. A text or bytes as the body go out as they are, anything else as JSON. */
export interface Draft {
  name: CallName;
  method: string;
  params: Fields;
  query: [name: string, value: unknown][];
  headers: Record<string, string>;
  body: unknown;
  sender: Sender;
  /** Which of the accounts. */
  account: number;
}

/** So many accounts are at work, and their e-mail addresses. */
export const ACCOUNTS = 6;
export const emailOf = (account: number): string => `person-${account}@generated.example`;
export const PASSWORD = 'correct horse';
/** Stands for the host that may be called. */
export const RECEIVER = 'receiver.invalid';

const two = (value: number) => String(value).padStart(2, '0');
const day = fc
  .tuple(fc.constantFrom('2025-12', '2026-01', '2026-02'), fc.integer({ min: 1, max: 28 }))
  .map(([month, number]) => `${month}-${two(number)}`);
const clock = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map(two).join(':'));
const wireTime = fc.tuple(day, clock(0, 23)).map((parts) => parts.join('T'));
const decimals = (most: number, digits: number) =>
  fc.integer({ min: 1, max: most * 10 ** digits }).map((value) => value / 10 ** digits);
const words = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 30 })
  .filter((text) => [...text].length <= 64);
const known = (kind: string) => fc.nat(50).map((index) => `@${kind}${index}`);
const often = <T, U>(usual: Arbitrary<T>, other: Arbitrary<U>) =>
  fc.oneof({ arbitrary: usual, weight: 4 }, { arbitrary: other, weight: 1 });
const address = fc.stringMatching(/^[a-z0-9]{1,12}$/).map((path) => `http://${RECEIVER}/${path}`);
const P256_POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const zone = fc.constantFrom('Europe/Kyiv', 'UTC', 'America/New_York', 'Pacific/Kiritimati');

/** What the rules behind a field's schema want of it; what is not here is told by its schema alone. */
const fitting: Record<string, Arbitrary<unknown>> = {
  email: fc.oneof(
    fc.nat(ACCOUNTS - 1).map(emailOf),
    fc.stringMatching(/^[a-z]{1,12}[0-9]{0,6}$/).map((name) => `${name}@new.example`),
  ),
  password: often(fc.constant(PASSWORD), words),
  outdatedPassword: fc.constant(PASSWORD),
  newPassword: often(fc.constant(PASSWORD), words),
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  dailyNorma: decimals(15, 2),
  willDrink: decimals(15, 2),
  weight: decimals(500, 1),
  activityTime: decimals(24, 2),
  waterVolume: fc.integer({ min: 1, max: 5000 }),
  time: wireTime,
  date: wireTime,
  _id: fc.constant('@day'),
  portionID: known('portion'),
  id: known('channel'),
  key: known('key'),
  'idempotency-key': fc.oneof(fc.stringMatching(/^[!-~]{1,128}$/), fc.constantFrom('one', 'two', 'three')),
  endpoint: address,
  url: address,
  p256dh: fc.constant(P256_POINT),
  auth: fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('base64url')),
  from: clock(0, 11),
  to: clock(12, 23),
  everyMinutes: fc.integer({ min: 30, max: 240 }),
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  pausedOn: fc.option(day),
  timeZone: zone,
  refusedTimeZone: fc.option(zone),
};

type Def = {
  type: string;
  innerType?: unknown;
  in?: unknown;
  element?: unknown;
  shape?: Fields;
  entries?: Fields;
};
const defOf = (schema: unknown) => (schema as { def: Def }).def;

/** Input that the schema takes, more or less: what its own checks refuse is filtered out by who asks. */
function fittingFor(schema: unknown, field: string): Arbitrary<unknown> {
  const def = defOf(schema);
  if (def.type === 'optional' || def.type === 'default') return fittingFor(def.innerType, field);
  const arbitrary = fitting[field];
  if (arbitrary) return arbitrary;
  switch (def.type) {
    case 'object': {
      const shape = def.shape ?? {};
      const requiredKeys = Object.keys(shape).filter((key) => defOf(shape[key]).type !== 'optional');
      const parts: Record<string, Arbitrary<unknown>> = {};
      for (const [key, child] of Object.entries(shape)) parts[key] = fittingFor(child, key);
      return fc.record(parts, { requiredKeys });
    }
    case 'nullable':
      return fc.option(fittingFor(def.innerType, field));
    case 'array':
      return fc.array(fittingFor(def.element, field), { maxLength: 10 });
    case 'pipe':
      return fittingFor(def.in, field);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer();
    default:
      return fc.string({ maxLength: 100 });
  }
}

function rightPart(call: Call, part: 'params' | 'query' | 'headers' | 'body'): Arbitrary<Fields> {
  const schema = call[part] as z.ZodMiniType | undefined;
  if (!schema) return fc.constant({});
  return fittingFor(schema, part).filter((value) => z.safeParse(schema, value).success) as Arbitrary<Fields>;
}

/** What every program trips over once. */
const nasty = fc.constantFrom<unknown[]>(
  ...[
    null,
    true,
    '',
    ' ',
    '0',
    'null',
    '__proto__',
    'constructor',
    '../..',
    '\u0000',
    '\ud800',
    '\u202e',
    'ß'.repeat(3000),
  ],
  ...[
    0,
    -0,
    -1,
    0.1,
    1e-300,
    1e300,
    2 ** 31,
    2 ** 53,
    [],
    {},
    [[]],
    "' or 1=1 --",
    '$1',
    '%00',
    '%',
    '2026-02-30T10:00',
  ],
  ...[
    'http://127.0.0.1:1/',
    'https://[::1]/',
    'https://localhost/',
    'javascript:0',
    '1'.repeat(40),
    'Europe/kyiv',
    '\n',
  ],
);
const wildValue = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
);
const wildText = wildValue.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
/** Headers hold Latin-1 without control characters; anything else no client can send. */
const wildHeader = fc.stringMatching(/^[ -~\xa0-\xff]{0,200}$/);

type Change = (draft: Draft) => Draft;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withField(body: unknown, index: number, value: unknown): unknown {
  if (!isObject(body)) return value;
  const key = Object.keys(body)[index % Math.max(1, Object.keys(body).length)];
  return key === undefined ? { ...body, extra: value } : { ...body, [key]: value };
}

function withoutField(body: unknown, index: number): unknown {
  if (!isObject(body)) return undefined;
  const gone = Object.keys(body)[index % Math.max(1, Object.keys(body).length)];
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== gone));
}

const MEDIA_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'application/json;',
  'x',
  '',
];

/** One thing about a request that is not as it should be. */
const change: Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(9), wildValue).map(
    ([index, value]): Change =>
      (draft) => ({ ...draft, body: withField(draft.body, index, value) }),
  ),
  fc.nat(9).map(
    (index): Change =>
      (draft) => ({ ...draft, body: withoutField(draft.body, index) }),
  ),
  fc.dictionary(fc.oneof(wildText, fc.constant('__proto__')), wildValue, { maxKeys: 3 }).map(
    (more): Change =>
      (draft) => ({ ...draft, body: isObject(draft.body) ? { ...draft.body, ...more } : more }),
  ),
  wildValue.map(
    (body): Change =>
      (draft) => ({ ...draft, body }),
  ),
  fc.nat(60).map(
    (length): Change =>
      (draft) => ({ ...draft, body: (JSON.stringify(draft.body) ?? '{').slice(0, length) }),
  ),
  fc.uint8Array({ maxLength: 200 }).map(
    (bytes): Change =>
      (draft) => ({ ...draft, body: Buffer.from(bytes) }),
  ),
  fc.integer({ min: 16_000, max: 20_000 }).map(
    (size): Change =>
      (draft) => ({ ...draft, body: JSON.stringify('x'.repeat(size)) }),
  ),
  wildValue.map(
    (value): Change =>
      (draft) => ({ ...draft, query: draft.query.map(([name]) => [name, value]) }),
  ),
  wildText.map(
    (name): Change =>
      (draft) => ({ ...draft, query: [...draft.query, [name, 'x']] }),
  ),
  fc.constant<Change>((draft) => ({ ...draft, query: [...draft.query, ...draft.query] })),
  fc.constant<Change>((draft) => ({ ...draft, query: [] })),
  wildText.map(
    (value): Change =>
      (draft) => ({ ...draft, params: { _id: value || 'x' } }),
  ),
  fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE').map(
    (method): Change =>
      (draft) => ({ ...draft, method }),
  ),
  fc.constantFrom(...MEDIA_TYPES).map(
    (type): Change =>
      (draft) => ({ ...draft, headers: { ...draft.headers, 'content-type': type } }),
  ),
  fc
    .tuple(
      fc.constantFrom(
        'idempotency-key',
        'time-zone',
        'accept',
        'authorization',
        'content-encoding',
        'x-request-id',
      ),
      wildHeader,
    )
    .map(
      ([name, value]): Change =>
        (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }),
    ),
  fc.constantFrom<Sender>('nobody', 'stranger').map(
    (sender): Change =>
      (draft) => ({ ...draft, sender }),
  ),
);

const changes = fc.oneof(
  { arbitrary: fc.constant<Change[]>([]), weight: 6 },
  { arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }), weight: 3 },
  { arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }), weight: 1 },
);

const upload = fc.oneof(
  fc.constant('@picture'),
  fc.constant('@picture'),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
);

function draftOf(name: CallName): Arbitrary<Draft> {
  const call: Call = calls[name];
  return fc
    .record({
      params: rightPart(call, 'params'),
      query: rightPart(call, 'query'),
      headers: rightPart(call, 'headers'),
      body: call.upload ? upload : call.body ? rightPart(call, 'body') : fc.constant(undefined),
      account: fc.nat(ACCOUNTS - 1),
      changes,
    })
    .map(({ changes, query, headers, ...parts }) => {
      const draft: Draft = {
        name,
        method: call.method,
        sender: 'self',
        query: Object.entries(query),
        headers: headers as Record<string, string>,
        ...parts,
      };
      return changes.reduce((changed, next) => next(changed), draft);
    });
}

/** Calls that hash passwords, or end what others need, come less often. */
const SELDOM: readonly CallName[] = [
  'register',
  'login',
  'logout',
  'deleteAccount',
  'changeAccount',
  'testReminders',
];

/** Any call. */
export const anyDraft: Arbitrary<Draft> = fc.oneof(
  ...(Object.keys(calls) as CallName[]).map((name) => ({
    arbitrary: draftOf(name),
    weight: SELDOM.includes(name) ? 1 : 6,
  })),
);
