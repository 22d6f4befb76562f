import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

/*
 * PostgreSQL holds no text with a NUL character and SQLite does: no call may let one get as far as a query, or the
 * engines would answer differently.
 */

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.stop());

const fieldsOf = (schema: unknown) => Object.keys((schema as z.ZodMiniObject | undefined)?.def?.shape ?? {});
/** What is right for the other fields of a call, so that the one with the NUL is what decides. */
const fine: Record<string, unknown> = {
  email: 'nul@example.com',
  password: 'correct horse',
  outdatedPassword: 'correct horse',
  newPassword: 'correct horse',
  portionID: crypto.randomUUID(),
  waterVolume: 250,
  time: '2026-01-01T12:00',
};
/** A password is hashed: it may hold anything. */
const mayHoldNul = ['password', 'outdatedPassword', 'newPassword'];

const cases = Object.entries(calls as Record<string, Call>).flatMap(([name, call]) => [
  ...fieldsOf(call.params).map((field) => ({ name, call, part: 'params', field })),
  ...fieldsOf(call.query).map((field) => ({ name, call, part: 'query', field })),
  ...fieldsOf(call.body)
    .filter((field) => !mayHoldNul.includes(field))
    .map((field) => ({ name, call, part: 'body', field })),
]);

test.each(cases)('a NUL in $field of $name is a clean refusal', async ({ call, part, field }) => {
  for (const text of ['\0', 'nul\0@example.com']) {
    const put = (as: string, name: string) => (part === as && name === field ? text : fine[name]);
    const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(put('params', name))));
    const query = new URLSearchParams(
      fieldsOf(call.query).flatMap((name) => {
        const value = put('query', name);
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    const body = Object.fromEntries(fieldsOf(call.body).map((name) => [name, put('body', name)]));
    const answer = await person.call(`${call.method} ${path}?${query}`, { ...(call.body && { body }) });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body.code).toMatch(/^(validation_failed|not_found)$/);
  }
});

test.each(['account', 'picture'])('a NUL in the %s of a picture finds none', async (part) => {
  const [account, picture] = [part === 'account' ? '%00' : person.id, part === 'picture' ? '%00' : person.id];
  expect((await app.call(`GET /api/users/${account}/avatar/${picture}.webp`)).status).toBe(404);
});
