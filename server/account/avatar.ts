import { Problem } from '../http/problem.ts';
import { BoundedQueue } from './bounded-queue.ts';

const SIDE_PIXELS = 512;
const MOST_PIXELS = 25_000_000;

/** What a picture may be, told from its bytes. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);

/** Uploads that are in memory at once, whether they still arrive or wait for the decoder: 80 MiB at most. */
export const uploadQueue = new BoundedQueue(16, 0);

/** Decoding takes much memory: two pictures at a time, and none for longer than this. */
export const pictureQueue = new BoundedQueue(2, 16);
const MOST_SECONDS = 10;

/**
 * Makes a square, upright WebP of 512 px from a JPEG, PNG, WebP, AVIF or GIF picture. Only pixels are carried over:
 * where and with what it was taken is gone.
 * @throws Problem `unsupported_media_type` if the bytes are no such picture, `unprocessable_image` if they are damaged,
 * more than 25 megapixels or take longer than 10 s, `unavailable` when too many wait.
 */
export async function makeAvatar(picture: Buffer): Promise<Buffer> {
  if (!isPicture(picture)) throw unsupported();
  return pictureQueue.run(async () => {
    // Loaded with the first picture: an image library is a lot to hold for a server that may never see one.
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    const image = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format, compression } = await image.metadata().catch(refuse);
    if (!FORMATS.has(format) || (format === 'heif' && compression !== 'av1')) throw unsupported();
    return image
      .autoOrient()
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer()
      .catch(refuse);
  });
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** The first bytes of the formats above; everything else is refused before a decoder sees it. */
function isPicture(bytes: Buffer): boolean {
  const isJpeg = ascii(bytes, 0, 3) === '\xff\xd8\xff';
  const isPng = ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n';
  const isWebp = ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP';
  const isGif = /^GIF8[79]a$/.test(ascii(bytes, 0, 6));
  const isAvif = ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 40));
  return isJpeg || isPng || isWebp || isGif || isAvif;
}

function unsupported(): Problem {
  return new Problem(
    'unsupported_media_type',
    'This is no picture that is supported: send a JPEG, PNG, WebP, AVIF or GIF.',
  );
}

function refuse(): never {
  throw new Problem(
    'unprocessable_image',
    'This picture is damaged or larger than 25 megapixels: send another one.',
  );
}
