import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids sort in the order in which they were made, however fast', () => {
  // No more than the counter can tell apart, should all of them fall into one millisecond.
  const ids = Array.from({ length: 4000 }, newId);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id is a UUID of version 7 that carries its time', () => {
  const before = Date.now();
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});
