import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { uploadQueue } from '../account/avatar.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type FilePart, form } from '../testing/form.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.stop());

const upload = (body: unknown, type?: string) =>
  person.call('PATCH /api/users/avatar', { body, headers: type ? { 'content-type': type } : {} });

/** A refused upload must not hold up what comes after it on the same connection. */
const expectNextCallServed = async () =>
  expect((await person.call('GET /api/users/current')).body.avatarURL).toBeNull();

const refused = { avatar: fieldMessages.avatarRequired };
const content = 'whatever';
const large = 'x'.repeat(4_000_000);

test.each<[string, FilePart[]]>([
  ['no part', []],
  ['a file in another field', [{ field: 'photo', content }]],
  ['a large file in another field', [{ field: 'photo', content: large }]],
  ['two files', [{ content }, { content }]],
  ['two large files', [{ content: large }, { content: large }]],
  ['a file beside one in another field', [{ content }, { field: 'photo', content: large }]],
  ['a file after one in another field', [{ field: 'photo', content: large }, { content }]],
])('%s is no upload of one file', async (_, files) => {
  expectProblem(await upload(form(...files)), 400, 'validation_failed', refused);
  await expectNextCallServed();
});

test('a text in the place of the file is no upload', async () => {
  const body = new FormData();
  body.set('avatar', 'not a file');
  expectProblem(await upload(body), 400, 'validation_failed', refused);
});

test('texts beside the file do no harm', async () => {
  const body = form({ content });
  body.set('title', 'me');
  // The upload was read: what it holds is no picture.
  expectProblem(await upload(body), 415, 'unsupported_media_type');
});

test('more texts than any form of ours has are refused', async () => {
  const body = form({ content });
  for (let count = 0; count < 50; count++) body.append('text', 'x');
  expectProblem(await upload(body), 400, 'validation_failed', refused);
  await expectNextCallServed();
});

test.each([5 * 1024 * 1024 + 1, 12 * 1024 * 1024, 20_000_000])(
  'a file of %d bytes is too large',
  async (size) => {
    expectProblem(await upload(form({ content: 'x'.repeat(size) })), 413, 'too_large');
    await expectNextCallServed();
  },
);

test.each([
  ['application/json', '{"avatar":"x"}'],
  ['image/png', 'bytes'],
  ['application/x-www-form-urlencoded', 'avatar=x'],
])('a body of type %s is no upload', async (type, body) => {
  expectProblem(await upload(body, type), 415, 'unsupported_media_type');
});

test('a call without a body is no upload', async () => {
  expectProblem(await upload(undefined), 415, 'unsupported_media_type');
});

const partHead = 'content-disposition: form-data; name="avatar"; filename="a"';

test.each([
  ['without a boundary', 'multipart/form-data', '--x--\r\n'],
  ['without a part', 'multipart/form-data; boundary=x', 'no parts at all'],
  ['cut off in the file', 'multipart/form-data; boundary=x', `--x\r\n${partHead}\r\n\r\ncut`],
  ['cut off in a part head', 'multipart/form-data; boundary=x', `--x\r\n${partHead}`],
  ['that is empty', 'multipart/form-data; boundary=x', ''],
])('a multipart body %s is no upload', async (_, type, body) => {
  expectProblem(await upload(body, type), 400, 'validation_failed', refused);
  await expectNextCallServed();
});

test('more uploads at once than memory is kept for are refused at once, and served when there is room again', async () => {
  const begun = await Promise.all(Array.from({ length: 16 }, () => beginUpload()));
  // They are read once it is known who calls.
  await vi.waitFor(() => expect(uploadQueue.running).toBe(16), 15_000);
  const refused = await upload(form({ content }));
  expectProblem(refused, 503, 'unavailable');
  expect(refused.headers.get('retry-after')).toBe('5');
  // Whoever gives up makes room.
  for (const call of begun) call.destroy();
  await vi.waitFor(async () => expect((await upload(form({ content }))).status).toBe(415), 10_000);
});

/** An upload whose file does not end: the server has taken its headers and begun to read. */
async function beginUpload(): Promise<ClientRequest> {
  const call = request(`${app.url}/api/users/avatar`, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      expect: '100-continue',
    },
  });
  call.on('error', () => {});
  call.flushHeaders();
  await once(call, 'continue');
  call.write(`--x\r\n${partHead}\r\n\r\nthe beginning`);
  return call;
}
