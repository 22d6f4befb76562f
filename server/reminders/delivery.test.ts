import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import {
  type Answer,
  newDevice,
  type Receiver,
  startReceiver,
  vapidClaims,
} from '../testing/push-service.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let service: Receiver;
let person: SignedIn;
beforeAll(async () => {
  service = await startReceiver();
  app = await startTestApp({ OUTBOUND_ALLOW: service.host, PUBLIC_URL: 'https://water.example.org' });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});
beforeEach(async () => {
  service.received.length = 0;
  person = await app.signUp();
});

const testNow = async () => (await person.call('POST /api/users/reminders/test')).body;
const addDevice = async (device: ReturnType<typeof newDevice>) =>
  person.call('POST /api/users/push-subscriptions', { body: device.input });
const devices = async () => (await person.call('GET /api/users/push-subscriptions')).body;

test('a device gets what it alone can read, signed by the server', async () => {
  const device = newDevice(service.url('/push/one'), 'Firefox on Android', 'de');
  expect((await addDevice(device)).status).toBe(201);
  expect(await testNow()).toEqual({
    deliveries: [
      {
        name: 'Firefox on Android',
        kind: 'push',
        state: 'sent',
        status: 201,
        fault: null,
        at: expect.any(String),
      },
    ],
  });
  const [got] = service.received;
  if (!got) throw new Error('Nothing came.');
  expect(device.read(got)).toEqual({
    id: expect.any(String),
    language: 'de',
    title: 'Zeit für Wasser',
    body: 'So sieht eine Erinnerung aus',
    buttons: [
      { volume: 250, title: '+ 250 ml' },
      { volume: 500, title: '+ 500 ml' },
    ],
    key: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  const { key } = (await person.call('GET /api/push/key')).body;
  const claims = vapidClaims(got, key);
  expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://water.example.org' });
  const inADay = Date.now() / 1000 + 86_400;
  expect(claims['exp']).toBeLessThanOrEqual(inADay);
  expect(Number(got.headers['ttl'])).toBeGreaterThan(0);
  expect(Number(got.headers['ttl'])).toBeLessThanOrEqual(60);
  expect(got.headers['topic']).toMatch(/^[\w-]{1,32}$/);
});

test('the buttons hold the two volumes that the person drinks most often', async () => {
  const device = newDevice(service.url('/push/volumes'));
  await addDevice(device);
  for (const waterVolume of [330, 330, 200, 200, 200, 450]) {
    const time = `${new Date().toISOString().slice(0, 10)}T12:00`;
    await person.call('POST /api/user/water', { body: { waterVolume, time } });
  }
  await testNow();
  const got = service.received.at(-1);
  expect(got && device.read(got).buttons.map(({ volume }: { volume: number }) => volume)).toEqual([200, 330]);
});

test('a press on a button adds one portion, however often and with whatever volume', async () => {
  const device = newDevice(service.url('/push/press'));
  await addDevice(device);
  await testNow();
  const { key } = device.read(service.received.at(-1) as never);
  const time = `${new Date().toISOString().slice(0, 10)}T12:00`;
  const press = (waterVolume: number) =>
    app.call('POST /api/push/portions', { body: { key, waterVolume, time } });
  const [first, ...others] = await Promise.all([press(250), press(250), press(250)]);
  expect(first?.status).toBe(201);
  for (const other of [...others, await press(500)]) expect(other.body).toEqual(first?.body);
  const today = (await person.call(`GET /api/user/water/today?date=${time}`)).body;
  expect(today).toMatchObject({ drankWater: 250, servings: 1 });
});

test('a key that is made up, cut short or of an erased account adds nothing', async () => {
  const device = newDevice(service.url('/push/forged'));
  await addDevice(device);
  await testNow();
  const { key } = device.read(service.received.at(-1) as never);
  const [account, reminder, seal] = key.split('.');
  const other = await app.signUp();
  const body = { waterVolume: 250, time: `${new Date().toISOString().slice(0, 10)}T12:00` };
  for (const forged of [`${other.id}.${reminder}.${seal}`, `${account}.${reminder}.`, `${key}.x`, 'x', '']) {
    expectProblem(
      await app.call('POST /api/push/portions', { body: { ...body, key: forged } }),
      404,
      'not_found',
    );
  }
  await person.call('DELETE /api/users/delete');
  expectProblem(await app.call('POST /api/push/portions', { body: { ...body, key } }), 404, 'not_found');
});

test.each([404, 410])('a device whose service answers %d is removed', async (status) => {
  await addDevice(newDevice(service.url(`/push/${status}`)));
  service.answer({ status });
  expect((await testNow()).deliveries).toMatchObject([{ state: 'gone', status }]);
  expect(await devices()).toEqual([]);
});

test.each<{ answer: Answer; expected: object }>([
  { answer: { status: 400 }, expected: { state: 'failed', status: 400, fault: 'refused' } },
  { answer: { status: 413 }, expected: { state: 'failed', status: 413, fault: 'refused' } },
  {
    answer: { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    expected: { state: 'failed', status: null, fault: 'redirect' },
  },
  { answer: { status: 429 }, expected: { state: 'waiting', status: 429, fault: null } },
  { answer: { status: 500 }, expected: { state: 'waiting', status: 500, fault: null } },
  {
    answer: { status: 503, headers: { 'retry-after': '3600' } },
    expected: { state: 'failed', status: 503, fault: 'refused' },
  },
])(
  'an answer $answer settles the delivery as $expected and leaves the device in place',
  async ({ answer, expected }) => {
    await addDevice(newDevice(service.url('/push/trouble')));
    service.answer(answer);
    expect((await testNow()).deliveries).toMatchObject([expected]);
    expect(await devices()).toHaveLength(1);
  },
);

test('a service that never answers is given up after five seconds', async () => {
  await addDevice(newDevice(service.url('/push/silent')));
  service.answer('nothing');
  expect((await testNow()).deliveries).toMatchObject([
    { state: 'waiting', status: null, fault: 'no_answer' },
  ]);
});

test('an address of one’s own is called with a signature that its secret verifies', async () => {
  const added = await person.call('POST /api/users/webhooks', {
    body: { url: service.url('/hook'), language: 'ja' },
  });
  expect(added).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
  const listed = (await person.call('GET /api/users/webhooks')).body;
  expect(listed).toEqual([{ id: added.body.id, url: service.url('/hook') }]);

  expect((await testNow()).deliveries).toMatchObject([
    { kind: 'webhook', name: service.host, state: 'sent' },
  ]);
  const got = service.received.at(-1);
  if (!got) throw new Error('Nothing came.');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = got.headers;
  const secret = Buffer.from(added.body.secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${got.body}`).digest('base64');
  expect(signature).toBe(`v1,${expected}`);
  expect(JSON.parse(String(got.body))).toEqual({
    type: 'test',
    id,
    at: expect.any(String),
    title: '水を飲む時間です',
    message: 'リマインダーはこのように表示されます',
    missing: 2000,
  });

  await person.call(`DELETE /api/users/webhooks?id=${added.body.id}`);
  expect((await person.call('GET /api/users/webhooks')).body).toEqual([]);
});

test('a second test at once is refused with the time to wait', async () => {
  await testNow();
  const again = await person.call('POST /api/users/reminders/test');
  expectProblem(again, 429, 'too_many_requests');
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('five devices and two addresses are the most, and one that is known counts once', async () => {
  const first = newDevice(service.url('/push/0'));
  await addDevice(first);
  for (let index = 1; index < 5; index += 1) await addDevice(newDevice(service.url(`/push/${index}`)));
  expect((await addDevice(first)).status).toBe(201);
  const sixth = await addDevice(newDevice(service.url('/push/5')));
  expectProblem(sixth, 400, 'validation_failed', { endpoint: fieldMessages.tooManyDevices });
  expect(await devices()).toHaveLength(5);

  const add = (path: string) =>
    person.call('POST /api/users/webhooks', { body: { url: service.url(path), language: 'en' } });
  expect([(await add('/a')).status, (await add('/b')).status]).toEqual([201, 201]);
  expectProblem(await add('/c'), 400, 'validation_failed', { url: fieldMessages.tooManyWebhooks });
});

test('a browser that somebody else uses now is theirs', async () => {
  const device = newDevice(service.url('/push/shared'));
  await addDevice(device);
  const other = await app.signUp();
  await other.call('POST /api/users/push-subscriptions', { body: device.input });
  expect(await devices()).toEqual([]);
  expect((await other.call('GET /api/users/push-subscriptions')).body).toHaveLength(1);
});

test('a device is removed by its id, and only by its owner', async () => {
  const { id } = (await addDevice(newDevice(service.url('/push/mine')))).body;
  const other = await app.signUp();
  const path = `DELETE /api/users/push-subscriptions?id=${id}`;
  expectProblem(await other.call(path), 404, 'not_found');
  expect((await person.call(path)).status).toBe(204);
  expectProblem(await person.call(path), 404, 'not_found');
});

test.each([
  { wrong: 'endpoint', says: 'endpointInvalid', change: { endpoint: 'https://example.com/push' } },
  { wrong: 'endpoint', says: 'endpointInvalid', change: { endpoint: 'http://fcm.googleapis.com/push' } },
  {
    wrong: 'endpoint',
    says: 'endpointInvalid',
    change: { endpoint: 'https://fcm.googleapis.com.example.com/push' },
  },
  {
    wrong: 'endpoint',
    says: 'endpointInvalid',
    change: { endpoint: 'https://fcm.googleapis.com:8443/push' },
  },
  { wrong: 'endpoint', says: 'endpointInvalid', change: { endpoint: 'nonsense' } },
  { wrong: 'keys', says: 'pushKeysInvalid', change: { keys: null } },
  {
    wrong: 'keys.auth',
    says: 'pushKeysInvalid',
    change: { keys: { p256dh: newDevice('x').input.keys.p256dh, auth: 'c2hvcnQ' } },
  },
  // 65 bytes, but no point on the curve.
  {
    wrong: 'keys',
    says: 'pushKeysInvalid',
    change: { keys: { ...newDevice('x').input.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
  },
  { wrong: 'name', says: 'deviceNameInvalid', change: { name: '   ' } },
  { wrong: 'language', says: 'languageUnknown', change: { language: 'sv' } },
] as const)('a device with a bad $wrong is refused there', async ({ wrong, says, change }) => {
  const { input } = newDevice('https://updates.push.services.mozilla.com/wpush/v2/x');
  const answer = await person.call('POST /api/users/push-subscriptions', { body: { ...input, ...change } });
  expectProblem(answer, 400, 'validation_failed', { [wrong]: fieldMessages[says] });
});

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('a device of the push service at %s is taken', async (endpoint) => {
  expect((await addDevice(newDevice(endpoint))).status).toBe(201);
});
