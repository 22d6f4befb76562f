import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AvatarReply } from '../../contract/account.schema.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type FilePart, form } from '../testing/form.ts';
import { plainPicture } from '../testing/picture.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
});
afterAll(() => app.stop());

const sendPicture = (content: Uint8Array, part?: Partial<FilePart>, as = person) =>
  as.call('PATCH /api/users/avatar', { body: form({ ...part, content }) });
const avatarOf = async ({ call }: SignedIn) => (await call('GET /api/users/current')).body.avatarURL;

type Colour = [red: number, green: number, blue: number];
const RED: Colour = [220, 20, 20];
const BLUE: Colour = [20, 20, 220];

/** A picture, red in its upper half and blue in its lower one. */
function redOverBlue(width = 120, height = 120): Sharp {
  const raw = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    raw.set(pixel < (width * height) / 2 ? RED : BLUE, pixel * 3);
  }
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** Random pixels, which no format makes smaller. */
function noise(side: number): Sharp {
  const raw = new Uint8Array(side * side * 3);
  for (let at = 0; at < raw.length; at += 65_536) crypto.getRandomValues(raw.subarray(at, at + 65_536));
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } });
}

async function expectColour(picture: Buffer, left: number, top: number, colour: Colour) {
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (top * 512 + left) * 3;
  for (const [channel, value] of colour.entries()) {
    expect(Math.abs((data[at + channel] ?? 0) - value), `channel ${channel} at ${left},${top}`).toBeLessThan(
      40,
    );
  }
}

/** The picture that is served, checked for what every one of them must be. */
async function fetchAvatar(address: string): Promise<Buffer> {
  const answer = await app.call(`GET ${address}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const metadata = await sharp(answer.body).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 });
  for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments', 'pages'] as const) {
    expect(metadata[kind], kind).toBeUndefined();
  }
  return answer.body;
}

describe('a picture', () => {
  test.each([
    ['JPEG', () => redOverBlue().jpeg()],
    ['PNG', () => redOverBlue().png()],
    ['WebP', () => redOverBlue().webp()],
    ['AVIF', () => redOverBlue().avif({ effort: 0 })],
    ['GIF', () => redOverBlue().gif()],
    ['wide one', () => redOverBlue(300, 100).png()],
    ['tall one', () => redOverBlue(100, 300).png()],
    ['single pixel', () => redOverBlue(1, 1).png()],
  ])('may be a %s and becomes a square WebP of 512 pixels', async (kind, make) => {
    const answer = await sendPicture(await make().toBuffer());
    expect(answer).toMatchObject({ status: 200, body: { avatarURL: expect.any(String) } });
    expect(AvatarReply.parse(answer.body)).toEqual(answer.body);
    expect(await avatarOf(person)).toBe(answer.body.avatarURL);
    const picture = await fetchAvatar(answer.body.avatarURL);
    if (kind === 'single pixel') return;
    await expectColour(picture, 256, 100, RED);
    await expectColour(picture, 256, 412, BLUE);
  });

  test('that a camera took lying stands upright, and tells neither where nor with what', async () => {
    const exif = {
      IFD0: { Make: 'SECRETCAMERA' },
      IFD3: { GPSLatitude: '50/1 27/1 0/1', GPSLatitudeRef: 'N' },
    };
    const taken = redOverBlue().withExif(exif).withMetadata({ orientation: 6 }).withXmp('<x>SECRETPLACE</x>');
    const jpeg = await taken.jpeg().toBuffer();
    expect(jpeg.includes('SECRETCAMERA') && jpeg.includes('SECRETPLACE')).toBe(true);
    expect((await sharp(jpeg).metadata()).orientation).toBe(6);
    const { body } = await sendPicture(jpeg, { name: 'IMG_1.jpg', type: 'image/jpeg' });
    const picture = await fetchAvatar(body.avatarURL);
    // Turned a quarter clockwise, the upper half is the right one.
    await expectColour(picture, 412, 256, RED);
    await expectColour(picture, 100, 256, BLUE);
    expect(picture.includes('SECRET')).toBe(false);
  });

  test('is known by its bytes, whatever its name and declared type', async () => {
    const jpeg = await redOverBlue().jpeg().toBuffer();
    expect((await sendPicture(jpeg, { name: '../../x.svg', type: 'text/plain' })).status).toBe(200);
    expect((await sendPicture(jpeg, { name: '', type: 'application/octet-stream' })).status).toBe(200);
  });

  test('of exactly 25 megapixels is taken', async () => {
    expect((await sendPicture(await plainPicture(5000, 5000))).status).toBe(200);
  });

  test('has its own address, and an earlier one is gone', async () => {
    const picture = await redOverBlue().png().toBuffer();
    const first = (await sendPicture(picture)).body.avatarURL;
    const second = (await sendPicture(picture)).body.avatarURL;
    expect(second).not.toBe(first);
    await fetchAvatar(second);
    expectProblem(await app.call(`GET ${first}`), 404, 'not_found');
  });

  test('sent at once with others leaves one, and nothing of the others', async () => {
    const sender = await app.signUp();
    const content = await redOverBlue().png().toBuffer();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendPicture(content, undefined, sender)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const kept = await app.database
      .selectFrom('avatar')
      .where('account_id', '=', sender.id)
      .select('id')
      .execute();
    expect(kept).toHaveLength(1);
    expect(await avatarOf(sender)).toContain(kept[0]?.id);
  });

  test('goes with its account and belongs to it alone', async () => {
    const leaver = await app.signUp();
    const picture = await redOverBlue().png().toBuffer();
    const address = (await sendPicture(picture, {}, leaver)).body.avatarURL;
    expectProblem(await app.call(`GET ${address.replace(leaver.id, person.id)}`), 404, 'not_found');
    await fetchAvatar(address);
    await leaver.call('DELETE /api/users/delete');
    expectProblem(await app.call(`GET ${address}`), 404, 'not_found');
  });
});

/** A square PNG of one bit for each pixel, of these compressed rows (https://www.w3.org/TR/png-3/). */
function pngOf(side: number, rows: Buffer[]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
  };
  const head = Buffer.concat([uint32(side), uint32(side), Buffer.of(1, 0, 0, 0, 0)]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const data = chunk('IDAT', Buffer.concat(rows));
  return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A whole and sound PNG, black all over, that is small until somebody unpacks it. */
const pngBomb = (side: number) => pngOf(side, [deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))]);

/** A GIF that says 65535 x 65535 of itself and of its first frame, with one pixel in it. */
async function largestGif(): Promise<Buffer> {
  const gif = await redOverBlue(1, 1).gif().toBuffer();
  gif.writeUInt32LE(0xffffffff, 6);
  gif.writeUInt32LE(0xffffffff, gif.indexOf(Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0)) + 5);
  return gif;
}

/** A lossless WebP whose header says 16384 x 16384. */
async function largestWebp(): Promise<Buffer> {
  const webp = await redOverBlue(1, 1).webp({ lossless: true }).toBuffer();
  const bits = webp.indexOf('VP8L') + 9;
  webp.writeUInt32LE((webp.readUInt32LE(bits) | 0x0fffffff) >>> 0, bits);
  return webp;
}

describe('what is no usable picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const cut = async (picture: Sharp) => {
    const bytes = await picture.toBuffer();
    return bytes.subarray(0, Math.floor(bytes.length * 0.6));
  };
  const garbled = async () => {
    const bytes = await noise(64).png().toBuffer();
    return bytes.fill(0, 2000, 3000);
  };

  test.each<
    [
      string,
      () => Promise<Uint8Array> | Uint8Array,
      number,
      'unsupported_media_type' | 'unprocessable_image' | 'too_large',
    ]
  >([
    ['text named .png', () => Buffer.from('This is no picture.'), 415, 'unsupported_media_type'],
    ['an empty file', () => Buffer.alloc(0), 415, 'unsupported_media_type'],
    ['an SVG', () => Buffer.from(svg), 415, 'unsupported_media_type'],
    [
      'an SVG with an XML head',
      () => Buffer.from(`<?xml version="1.0"?>${svg}`),
      415,
      'unsupported_media_type',
    ],
    ['a TIFF', () => redOverBlue().tiff().toBuffer(), 415, 'unsupported_media_type'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 415, 'unsupported_media_type'],
    ['a GIF in its first bytes alone', () => Buffer.from(`GIF89a${svg}`), 422, 'unprocessable_image'],
    [
      'a PNG in its first bytes alone',
      () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      422,
      'unprocessable_image',
    ],
    ['a truncated JPEG', () => cut(noise(64).jpeg()), 422, 'unprocessable_image'],
    ['a truncated PNG', () => cut(noise(64).png()), 422, 'unprocessable_image'],
    ['a truncated WebP', () => cut(noise(64).webp()), 422, 'unprocessable_image'],
    ['a truncated GIF', () => cut(noise(64).gif()), 422, 'unprocessable_image'],
    ['a truncated AVIF', () => cut(noise(64).avif({ effort: 0 })), 422, 'unprocessable_image'],
    ['a garbled PNG', garbled, 422, 'unprocessable_image'],
    ['a PNG of 900 megapixels in 100 kB', () => pngBomb(30_000), 422, 'unprocessable_image'],
    ['a PNG that claims to be the largest there is', () => pngOf(0x7fffffff, []), 422, 'unprocessable_image'],
    ['a GIF that claims to be the largest there is', () => largestGif(), 422, 'unprocessable_image'],
    ['a WebP that claims to be the largest there is', () => largestWebp(), 422, 'unprocessable_image'],
    ['more than 25 megapixels', () => plainPicture(6000, 5000), 422, 'unprocessable_image'],
    [
      'more than 5 MiB',
      () => Buffer.concat([Buffer.alloc(5 * 1024 * 1024, 1), Buffer.of(1)]),
      413,
      'too_large',
    ],
  ])('%s is refused and the picture before stays', async (_, make, status, code) => {
    const before = await avatarOf(person);
    expectProblem(await sendPicture(await make()), status, code);
    expect(await avatarOf(person)).toBe(before);
  });

  test('a picture of 5 MiB to the byte is not too large', async () => {
    const picture = await redOverBlue().jpeg().toBuffer();
    const padded = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024 - picture.length)]);
    expect((await sendPicture(padded)).status).toBe(200);
  });
});
