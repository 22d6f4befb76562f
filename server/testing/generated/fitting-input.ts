import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';
import type { Call } from '../../../contract/calls.ts';
import { ACCOUNTS, emailOf, type Fields, PASSWORD, RECEIVER } from './draft.ts';

/*
 * Input as the declarations of the calls want it. What only a running server knows stands in it as a placeholder, such
 * as @portion3, which people.ts fills in.
 */

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

/** What a call takes as one of its parts. */
export function rightPart(call: Call, part: 'params' | 'query' | 'headers' | 'body'): Arbitrary<Fields> {
  const schema = call[part] as z.ZodMiniType | undefined;
  if (!schema) return fc.constant({});
  return fittingFor(schema, part).filter((value) => z.safeParse(schema, value).success) as Arbitrary<Fields>;
}
