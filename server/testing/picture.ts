import sharp from 'sharp';

/** A PNG of one colour. */
export function plainPicture(width = 8, height = 8): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}
