import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls.ts';
import { form } from '../testing/form.ts';
import { plainPicture } from '../testing/picture.ts';
import { type Answer, type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
let portionId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const portion = { waterVolume: 250, time: '2026-01-01T01:30' };
const day = () => `/api/user/water/2025-12-31?portionID=${portionId}`;
/** Every declared call once, made to succeed; in an order in which each finds what it needs. */
const examples: Record<keyof typeof calls, () => Promise<Answer>> = {
  register: () =>
    app.call('POST /api/users/register', { body: { email: 'a@example.com', password: '12345678' } }),
  login: () => app.call('POST /api/users/login', { body: { email: 'a@example.com', password: '12345678' } }),
  logout: async () => (await app.signUp()).call('POST /api/users/logout'),
  currentUser: () => person.call('GET /api/users/current'),
  changeAccount: () => person.call('PATCH /api/users/info', { body: { name: 'Ann' } }),
  changeAvatar: async () =>
    person.call('PATCH /api/users/avatar', { body: form({ content: await plainPicture() }) }),
  getNorm: () => person.call('GET /api/users/dailynorma'),
  changeNorm: () => person.call('PATCH /api/users/dailynorma', { body: { dailyNorma: 1.85 } }),
  addPortion: () => person.call('POST /api/user/water', { body: portion }),
  getDay: () => person.call(`GET /api/user/water/today?date=${portion.time}`),
  getMonth: () => person.call('GET /api/user/water/month?date=2025-12'),
  getUsualVolumes: () => person.call('GET /api/user/water/usual'),
  editPortion: () => person.call(`PUT ${day()}`, { body: portion }),
  deletePortion: () => person.call(`DELETE ${day()}`),
  deleteAccount: () => person.call('DELETE /api/users/delete'),
};

test('every call answers what it declares, and nothing that it does not', async () => {
  person = await app.signUp();
  for (const [name, makeCall] of Object.entries(examples)) {
    const { status, reply } = calls[name as keyof typeof calls] as Call;
    const answer = await makeCall();
    expect(answer.status, name).toBe(status);
    expect(answer.headers.get('cache-control'), name).toBe('no-store');
    if (reply) {
      expect(answer.headers.get('content-type'), name).toBe('application/json; charset=utf-8');
      // Parsing drops what is not declared.
      expect(z.parse(reply, answer.body), name).toEqual(answer.body);
    } else {
      expect(answer.body, name).toHaveLength(0);
      expect(answer.headers.get('content-type'), name).toBeNull();
    }
    if (name === 'addPortion') portionId = answer.body.id;
  }
});
