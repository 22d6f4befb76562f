import * as z from 'zod/mini';
import { emailFault, type Gender, genderOf, nameFault, passwordFault } from './account.ts';
import { message } from './field-messages.ts';
import { holds } from './holds.ts';

const absent = (input: unknown) => input === undefined || input === null;

export const Email = z
  .string({ error: ({ input }) => message(absent(input) ? 'emailRequired' : 'emailInvalid') })
  .check(z.trim(), holds(emailFault));

export const Password = z.string(message('passwordRequired')).check(holds(passwordFault));

export const Name = z.string(message('nameInvalid')).check(z.trim(), holds(nameFault));

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

/** ISO 8601 in UTC. */
const Instant = z.string();

/** The account's sessions, the one used last first. */
export const SessionsReply = z.array(
  z.object({
    id: z.string(),
    /** Such as `Firefox · Linux`; empty where it was not recognised. */
    device: z.string(),
    /** To the hour. */
    lastUsed: Instant,
    createdAt: Instant,
    /** Whether it is the one that asks. */
    isThis: z.boolean(),
  }),
);

/** One session, or, without an id, all but the one that asks. */
export const SessionsQuery = z.object({ id: z.optional(z.uuid(message('sessionIdInvalid'))) });
