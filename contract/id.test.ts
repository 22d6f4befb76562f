import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isId } from './id.ts';

test('what the server makes is an id', () => {
  expect(isId(randomUUID())).toBe(true);
  expect(isId('0198f3c2-7a10-7000-8000-00000000000f')).toBe(true);
});

const id = randomUUID();
test.each([
  '',
  '\0',
  `${id}\0`,
  `\0${id}`,
  `${id}\n`,
  id.toUpperCase().replace(/\d/g, 'A'),
  id.slice(1),
  `${id}0`,
  'x',
])('%j is none', (text) => {
  expect(isId(text)).toBe(false);
});
