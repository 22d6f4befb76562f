import * as z from 'zod/mini';
import { type FieldMessage, message } from './field-messages.ts';

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
export function emailFault(email: string): FieldMessage | undefined {
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
export function passwordFault(password: string): FieldMessage | undefined {
  const length = [...password].length;
  if (length === 0) return 'passwordRequired';
  if (length < PASSWORD_LENGTH.min) return 'passwordTooShort';
  if (length > PASSWORD_LENGTH.max) return 'passwordTooLong';
}

/** A check that reports the one fault that a rule finds. */
function holds(fault: (value: string) => FieldMessage | undefined) {
  return z.check<string>((context) => {
    const found = fault(context.value);
    if (found) context.issues.push({ code: 'custom', message: found, input: context.value });
  });
}

const absent = (input: unknown) => input === undefined || input === null;

export const Email = z
  .string({ error: ({ input }) => message(absent(input) ? 'emailRequired' : 'emailInvalid') })
  .check(z.trim(), holds(emailFault));

export const Password = z.string(message('passwordRequired')).check(holds(passwordFault));

export const Name = z.string(message('nameInvalid')).check(
  z.trim(),
  z.refine((name) => {
    const length = [...name].length;
    const fits = length >= NAME_LENGTH.min && length <= NAME_LENGTH.max;
    return fits && name.isWellFormed() && !CONTROL.test(name);
  }, message('nameInvalid')),
);

/** Gender is one fact with two spellings. Inside it is spelled as the norm spells it. */
export type Gender = 'woman' | 'man';
export type UserGender = 'female' | 'male';

const genderOf = { woman: 'woman', female: 'woman', man: 'man', male: 'man' } as const;

export const toUserGender = (gender: Gender): UserGender => (gender === 'woman' ? 'female' : 'male');
export const toGender = (gender: UserGender): Gender => genderOf[gender];

/** Either spelling, read as the one used inside. */
export const GenderInput = z.pipe(
  z.enum(['woman', 'man', 'female', 'male'], message('genderUnknown')),
  z.transform((spelling): Gender => genderOf[spelling]),
);

export const Credentials = z.object({ email: Email, password: Password }, message('bodyNotObject'));

export const Registration = z.object(
  { email: Email, password: Password, name: z.optional(Name), gender: z.optional(GenderInput) },
  message('bodyNotObject'),
);

/** Changes to an account: what is absent stays. A new password takes the current one along. */
export const AccountChange = z
  .object(
    {
      name: z.optional(Name),
      email: z.optional(Email),
      gender: z.optional(GenderInput),
      outdatedPassword: z.optional(z.string(message('outdatedPasswordRequired'))),
      newPassword: z.optional(Password),
    },
    message('bodyNotObject'),
  )
  .check(
    z.refine(({ newPassword, outdatedPassword }) => newPassword === undefined || !!outdatedPassword, {
      error: message('outdatedPasswordRequired'),
      path: ['outdatedPassword'],
    }),
    z.refine(
      ({ newPassword, outdatedPassword }) => outdatedPassword === undefined || newPassword !== undefined,
      {
        error: message('passwordRequired'),
        path: ['newPassword'],
      },
    ),
  );

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  gender: z.enum(['female', 'male']),
  /** Where the picture is served, a path on this server; null until one is set. */
  avatarURL: z.nullable(z.string()),
  /** The norm in force today, litres. */
  dailyNorma: z.number(),
});
export type User = z.output<typeof User>;

export const SessionStart = z.object({ token: z.string(), user: User });
export const AvatarReply = z.object({ avatarURL: z.string() });
