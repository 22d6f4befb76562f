import { randomUUIDv7 } from 'node:crypto';

let moment = '';
let count = 0;

/**
 * A new UUID (version 7) that sorts after those that this process made before: within a millisecond a counter tells
 * which was first (RFC 9562, section 6.2, method 1).
 */
export function newId(): string {
  const id = randomUUIDv7();
  const millisecond = id.slice(0, 'tttttttt-tttt'.length);
  count = millisecond === moment ? count + 1 : 0;
  moment = millisecond;
  const head = id.slice(0, 'tttttttt-tttt-7'.length);
  return `${head}${count.toString(16).padStart(3, '0')}${id.slice('tttttttt-tttt-7ccc'.length)}`;
}
