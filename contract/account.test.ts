import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { GenderInput, Name } from './account.schema.ts';
import { emailFault, passwordFault, toGender, toUserGender } from './account.ts';

const label63 = 'a'.repeat(63);

test.each([
  ['', 'emailRequired'],
  // Something, an @, something: nothing is said of the domain before that holds.
  ['ann', 'emailInvalid'],
  ['@', 'emailInvalid'],
  ['@example.com', 'emailInvalid'],
  ['ann@', 'emailInvalid'],
  ['ann@@example.com', 'emailInvalid'],
  ['ann@bob@localhost', 'emailInvalid'],
  ['ann b@example.com', 'emailInvalid'],
  ['ann@exam ple.com', 'emailInvalid'],
  ['ann b@localhost', 'emailInvalid'],
  ['ann\t@example.com', 'emailInvalid'],
  ['ann\u00a0b@example.com', 'emailInvalid'],
  ['ann\u0000@example.com', 'emailInvalid'],
  ['ann@example\u007f.com', 'emailInvalid'],
  ['ann\u0085@example.com', 'emailInvalid'],
  ['ann\r\nbcc:x@example.com', 'emailInvalid'],
  ['ann\ud800@example.com', 'emailInvalid'],
  [`${'a'.repeat(243)}@example.com`, 'emailInvalid'],
  ['a@localhost', 'emailDomainInvalid'],
  ['a@b.c', 'emailDomainInvalid'],
  ['a@-b.com', 'emailDomainInvalid'],
  ['a@b-.com', 'emailDomainInvalid'],
  ['a@b..com', 'emailDomainInvalid'],
  ['a@.b.com', 'emailDomainInvalid'],
  ['a@b.com.', 'emailDomainInvalid'],
  ['a@b_c.com', 'emailDomainInvalid'],
  ['a@127.0.0.1', 'emailDomainInvalid'],
  ['a@[127.0.0.1]', 'emailDomainInvalid'],
  ['a@example.c0m', 'emailDomainInvalid'],
  ['a@example.xn--', 'emailDomainInvalid'],
  ['a@b.com,c.com', 'emailDomainInvalid'],
  [`a@${label63}a.com`, 'emailDomainInvalid'],
  [`a@${label63}.com`, undefined],
  [`${'a'.repeat(242)}@example.com`, undefined],
  ['a@b.co', undefined],
  ['a@B.CO', undefined],
  ['a@b-c.d-e.org', undefined],
  ['a@1.2.org', undefined],
  ['a@xn--80a.xn--j1amh', undefined],
  ["o'neil+water/2@example.com", undefined],
  ['ірина@example.com', undefined],
])('the e-mail address %j: %s', (email, fault) => {
  expect(emailFault(email)).toBe(fault);
});

test.each([
  ['', 'passwordRequired'],
  ['1234567', 'passwordTooShort'],
  ['12345678', undefined],
  ['        ', undefined],
  ['x'.repeat(64), undefined],
  ['x'.repeat(65), 'passwordTooLong'],
  // Code points count: each of these is two units of UTF-16.
  ['💧'.repeat(4), 'passwordTooShort'],
  ['💧'.repeat(7), 'passwordTooShort'],
  ['💧'.repeat(8), undefined],
  ['💧'.repeat(64), undefined],
  ['💧'.repeat(65), 'passwordTooLong'],
])('the password %j: %s', (password, fault) => {
  expect(passwordFault(password)).toBe(fault);
});

test.each([
  ['Ann', 'Ann'],
  ['  Ann  ', 'Ann'],
  ['💧'.repeat(64), '💧'.repeat(64)],
  ["Зоряна O'Neil <b>", "Зоряна O'Neil <b>"],
])('the name %j is taken as %j', (sent, taken) => {
  expect(z.parse(Name, sent)).toBe(taken);
});

test.each(['', '   ', 'x'.repeat(65), 'A\u0000nn', 'Ann\nB', 'A\ud800', 7, null])(
  'the name %j is refused',
  (sent) => {
    expect(z.safeParse(Name, sent).error?.issues.map(({ message }) => message)).toEqual(['nameInvalid']);
  },
);

test('gender is one fact: either spelling comes in, each side speaks its own', () => {
  const read = (spelling: string) => z.parse(GenderInput, spelling);
  expect(['woman', 'female', 'man', 'male'].map(read)).toEqual(['woman', 'woman', 'man', 'man']);
  expect([toUserGender('woman'), toUserGender('man')]).toEqual(['female', 'male']);
  expect([toGender('female'), toGender('male')]).toEqual(['woman', 'man']);
  expect(z.safeParse(GenderInput, 'Woman').success).toBe(false);
});
