import { describe, expect, it } from 'vitest';
import { parseDecimal, showDecimal } from './decimal.ts';

describe('a number as people write it', () => {
  it.each([
    ['', 0],
    ['  ', 0],
    ['0', 0],
    ['70', 70],
    [' 70 ', 70],
    ['62.5', 62.5],
    ['62,5', 62.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['1.', 1],
    ['1,', 1],
    ['007', 7],
  ])('%j is %d', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it.each([
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1.2.3',
    '1,234.5',
    '1 000',
    'seventy',
    '.',
    ',',
    '٣',
    'Infinity',
    'NaN',
  ])('%j is no number', (text) => {
    expect(parseDecimal(text)).toBeNaN();
  });

  it.each([
    [0, ''],
    [62.5, '62.5'],
    [2, '2'],
  ])('%d is shown as %j', (value, text) => {
    expect(showDecimal(value)).toBe(text);
  });
});
