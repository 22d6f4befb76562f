import dns from 'node:dns/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type Receiver, startReceiver } from '../testing/push-service.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';
import { post } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

let app: TestApp;
let person: SignedIn;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
  receiver = await startReceiver();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['168.63.129.16', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.5', false],
  ['198.18.0.1', false],
  ['203.0.113.7', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2001::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2606:4700:4700::1111', true],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('an address of one’s own', () => {
  test.each([
    'https://127.0.0.1/hook',
    'https://127.1/hook',
    'https://2130706433/hook',
    'https://0x7f.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1:8443/',
    'https://localhost/hook',
    'https://printer.local/hook',
    'https://intranet/hook',
    'http://example.com/hook',
    'https://me:secret@example.com/hook',
    'ftp://example.com/hook',
    'javascript:alert(1)',
    'hook',
    '',
  ])('that is %j is refused with what it must be', async (url) => {
    const answer = await person.call('POST /api/users/webhooks', { body: { url, language: 'en' } });
    expectProblem(answer, 400, 'validation_failed', { url: fieldMessages.webhookInvalid });
  });

  test('whose name leads into the network around the server is not called, and the ledger says why', async () => {
    const resolve = vi.spyOn(dns, 'lookup').mockResolvedValue([
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ] as never);
    const url = 'https://rebound.example.com/hook';
    expect((await person.call('POST /api/users/webhooks', { body: { url, language: 'en' } })).status).toBe(
      201,
    );
    const { deliveries } = (await person.call('POST /api/users/reminders/test')).body;
    expect(deliveries).toMatchObject([{ state: 'failed', status: null, fault: 'private_address' }]);
    expect(resolve).toHaveBeenCalled();
    const { items } = (await person.call('GET /api/users/reminders/log')).body;
    expect(items[0]).toMatchObject({ outcome: 'test', deliveries });
  });
});

describe('the client', () => {
  const call = (url: string, allowed: string[] = []) =>
    post({ url, headers: { 'content-length': 2 }, body: '{}' }, allowed);

  test('calls nothing in its own network, by whatever name', async () => {
    for (const url of [receiver.url('/'), 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/']) {
      expect(await call(url)).toEqual({ fault: 'private_address' });
    }
    expect(receiver.received).toEqual([]);
  });

  test('calls a host that is allowed all the same, and follows it nowhere', async () => {
    receiver.answer({ status: 204 });
    expect(await call(receiver.url('/ok'), [receiver.host])).toMatchObject({ status: 204 });
    receiver.answer({ status: 307, headers: { location: receiver.url('/elsewhere') } });
    expect(await call(receiver.url('/moved'), [receiver.host])).toEqual({ fault: 'redirect' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/ok', '/moved']);
  });

  test('says that nobody answers', async () => {
    expect(await call('http://127.0.0.1:1/', ['127.0.0.1'])).toEqual({ fault: 'no_answer' });
  });
});
