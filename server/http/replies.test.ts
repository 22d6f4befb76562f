import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls.ts';
import { FIRST_RULES } from '../../contract/reminder.ts';
import { form } from '../testing/form.ts';
import { plainPicture } from '../testing/picture.ts';
import { newDevice, type Receiver, startReceiver } from '../testing/push-service.ts';
import { type Answer, type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
let portionId: string;
let service: Receiver;
let device: ReturnType<typeof newDevice>;
beforeAll(async () => {
  service = await startReceiver();
  device = newDevice(service.url('/push'));
  app = await startTestApp({ OUTBOUND_ALLOW: service.host });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

const portion = { waterVolume: 250, time: '2026-01-01T01:30' };
const day = () => `/api/user/water/2025-12-31?portionID=${portionId}`;
/** Every declared call once, made to succeed; in an order in which each finds what it needs. */
const examples: Record<keyof typeof calls, () => Promise<Answer>> = {
  isAlive: () => app.call('GET /api/health/live'),
  isReady: () => app.call('GET /api/health/ready'),
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
  getReminders: () => person.call('GET /api/users/reminders'),
  changeReminders: () =>
    person.call('PUT /api/users/reminders', { body: { ...FIRST_RULES, isOn: true, timeZone: 'UTC' } }),
  getPushKey: () => person.call('GET /api/push/key'),
  addDevice: () => person.call('POST /api/users/push-subscriptions', { body: device.input }),
  getDevices: () => person.call('GET /api/users/push-subscriptions'),
  addWebhook: () =>
    person.call('POST /api/users/webhooks', { body: { url: service.url('/hook'), language: 'en' } }),
  getWebhooks: () => person.call('GET /api/users/webhooks'),
  testReminders: () => person.call('POST /api/users/reminders/test'),
  getReminderLog: () => person.call('GET /api/users/reminders/log'),
  pressPortion: () => {
    const message = service.received.find(({ path }) => path === '/push');
    const { key } = message ? device.read(message) : { key: '' };
    return app.call('POST /api/push/portions', { body: { ...portion, key } });
  },
  removeDevice: async () => {
    const [{ id }] = (await person.call('GET /api/users/push-subscriptions')).body;
    return person.call(`DELETE /api/users/push-subscriptions?id=${id}`);
  },
  removeWebhook: async () => {
    const [{ id }] = (await person.call('GET /api/users/webhooks')).body;
    return person.call(`DELETE /api/users/webhooks?id=${id}`);
  },
  getSessions: () => person.call('GET /api/users/sessions'),
  endSessions: () => person.call('DELETE /api/users/sessions'),
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
