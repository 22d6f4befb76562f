import type { FormMessage } from './field-messages.ts';

export const PASSWORD_LENGTH = { min: 8, max: 64 };
export const NAME_LENGTH = { min: 1, max: 64 };
export const EMAIL_LENGTH = 254;
export const AVATAR_BYTES = 5 * 1024 * 1024;

/** A host name's label (RFC 1123). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const TOP_LEVEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const SPACE_OR_CONTROL = /[\s\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** What is wrong with a trimmed e-mail address, the first thing first; undefined if nothing is. */
export function emailFault(email: string): FormMessage | undefined {
  if (email === '') return 'emailRequired';
  const [local, domain, ...more] = email.split('@');
  const malformed = !local || !domain || more.length > 0 || email.length > EMAIL_LENGTH;
  if (malformed || SPACE_OR_CONTROL.test(email) || !email.isWellFormed()) return 'emailInvalid';
  const labels = domain.split('.');
  const isHostName =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? '');
  return isHostName ? undefined : 'emailDomainInvalid';
}

/** What is wrong with a password; undefined if nothing is. Its length counts code points, nothing is trimmed. */
export function passwordFault(password: string): FormMessage | undefined {
  const length = [...password].length;
  if (length === 0) return 'passwordRequired';
  if (length < PASSWORD_LENGTH.min) return 'passwordTooShort';
  if (length > PASSWORD_LENGTH.max) return 'passwordTooLong';
}

/** What is wrong with a trimmed name; undefined if nothing is. Its length counts code points. */
export function nameFault(name: string): FormMessage | undefined {
  const length = [...name].length;
  const fits = length >= NAME_LENGTH.min && length <= NAME_LENGTH.max;
  return fits && name.isWellFormed() && !CONTROL.test(name) ? undefined : 'nameInvalid';
}

/** Gender is one fact with two spellings. Inside it is spelled as the norm spells it. */
export type Gender = 'woman' | 'man';
export type UserGender = 'female' | 'male';

/** Every spelling, and the one used inside. */
export const genderOf = { woman: 'woman', female: 'woman', man: 'man', male: 'man' } as const;

export const toUserGender = (gender: Gender): UserGender => (gender === 'woman' ? 'female' : 'male');
export const toGender = (gender: UserGender): Gender => genderOf[gender];

/** Where an account's picture is served. Public, since an `<img>` sends no token; the id cannot be guessed. */
export const avatarPath = (account: string, picture: string): string =>
  `/api/users/${account}/avatar/${picture}.webp`;
