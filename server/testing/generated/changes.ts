import fc, { type Arbitrary } from 'fast-check';
import type { Draft, Fields, Sender } from './draft.ts';

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

/** What is done to a request before it is sent: nothing as a rule, else one thing, at times several. */
export const changes = fc.oneof(
  { arbitrary: fc.constant<Change[]>([]), weight: 6 },
  { arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }), weight: 3 },
  { arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }), weight: 1 },
);
