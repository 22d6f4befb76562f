import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '../../contract/account.schema.ts';
import { NAME_LENGTH } from '../../contract/account.ts';
import { calls } from '../../contract/calls.ts';
import { deviceName } from '../../contract/device-name.ts';
import { FIRST_NORM, toMillilitres } from '../../contract/norm.ts';
import type { Database } from '../database/open.ts';
import { sentTimeZone } from '../http/authenticate.ts';
import { clientAddress } from '../http/client-address.ts';
import { fieldProblem, Problem, unauthorized } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { todayIn } from '../http/time-zone.ts';
import type { Limits } from '../limits/limits.ts';
import { setFirstNorm } from '../norm/norm.store.ts';
import {
  changeAccount,
  claimEmail,
  createAccount,
  eraseAccount,
  findSignIn,
  holdAccount,
  passwordHashOf,
  readUser,
} from './account.store.ts';
import { hashPassword, isPassword } from './password.ts';
import { endOtherSessions, endSession, keepTimeZone, startSession } from './session.store.ts';

const DEFAULT_TIME_ZONE = 'UTC';

/** Signing up, in and out; the account's own facts. */
export function accountRoutes(
  app: FastifyInstance,
  database: Database,
  limits: Limits,
  sessionDays: number,
): void {
  const startHere = (transaction: Database, account: string, { headers }: FastifyRequest) =>
    startSession(transaction, account, { days: sessionDays, device: deviceName(headers['user-agent']) });

  serve(app, calls.register, async ({ body, request }) => {
    await limits.take('registration', clientAddress(request));
    const { email, password, name = defaultName(email), gender = 'woman' } = body;
    const timeZone = sentTimeZone(request) ?? DEFAULT_TIME_ZONE;
    const passwordHash = await hashPassword(password);
    return database.transaction().execute(async (transaction) => {
      const account = await createAccount(transaction, {
        email,
        name,
        gender,
        password_hash: passwordHash,
        time_zone: timeZone,
      });
      if (!(await claimEmail(transaction, account, email))) throw emailTaken();
      await setFirstNorm(transaction, account, toMillilitres(FIRST_NORM));
      const token = await startHere(transaction, account, request);
      return { token, user: await presentUser(transaction, account, timeZone) };
    });
  });

  serve(app, calls.login, async ({ body, request }) => {
    const known = await findSignIn(database, body.email);
    const signIn = await limits.beginSignIn(body.email, clientAddress(request));
    const isRight = await isPassword(body.password, known?.passwordHash).catch(async (error) => {
      await signIn.cameToNothing();
      throw error;
    });
    if (!known || !isRight) throw wrongCredentials();
    const timeZone = sentTimeZone(request) ?? known.timeZone;
    return database.transaction().execute(async (transaction) => {
      // A change of the password ends the other sessions; none may begin with the old one after that.
      const passwordHash = await holdAccount(transaction, known.account);
      if (passwordHash !== known.passwordHash) throw wrongCredentials();
      await signIn.succeeded(transaction);
      if (timeZone !== known.timeZone) await keepTimeZone(transaction, known.account, timeZone);
      const token = await startHere(transaction, known.account, request);
      return { token, user: await presentUser(transaction, known.account, timeZone) };
    });
  });

  serve(app, calls.logout, async ({ caller }) => {
    await endSession(database, caller.account, caller.token);
    return undefined;
  });

  serve(app, calls.deleteAccount, async ({ caller }) => {
    await eraseAccount(database, caller.account);
    return undefined;
  });

  serve(app, calls.currentUser, async ({ caller }) => presentUser(database, caller.account, caller.timeZone));

  serve(app, calls.changeAccount, async ({ body, caller }) => {
    const { name, email, gender, outdatedPassword, newPassword } = body;
    if (newPassword !== undefined) await limits.take('passwordChange', caller.account);
    const changed =
      newPassword === undefined
        ? undefined
        : await changedPassword(database, caller.account, outdatedPassword ?? '', newPassword);
    return database.transaction().execute(async (transaction) => {
      const passwordHash = await holdAccount(transaction, caller.account);
      if (passwordHash === undefined) throw unauthorized();
      if (changed && changed.from !== passwordHash) throw fieldProblem('outdatedPassword', 'passwordWrong');
      if (email !== undefined && !(await claimEmail(transaction, caller.account, email))) throw emailTaken();
      await changeAccount(transaction, caller.account, { name, email, gender, password_hash: changed?.to });
      if (changed) await endOtherSessions(transaction, caller.account, caller.token);
      return presentUser(transaction, caller.account, caller.timeZone);
    });
  });
}

/** The hashes of the current password, once it is proved, and of the new one. A wrong one is bad input, not the end of the session. */
async function changedPassword(
  database: Database,
  account: string,
  current: string,
  next: string,
): Promise<{ from: string | undefined; to: string }> {
  const from = await passwordHashOf(database, account);
  if (!(await isPassword(current, from))) throw fieldProblem('outdatedPassword', 'passwordWrong');
  return { from, to: await hashPassword(next) };
}

async function presentUser(database: Database, account: string, timeZone: string): Promise<User> {
  const user = await readUser(database, account, todayIn(timeZone));
  if (!user) throw unauthorized();
  return user;
}

/** The part before the @, as far as it fits. */
function defaultName(email: string): string {
  const local = email.slice(0, email.indexOf('@'));
  return [...local].slice(0, NAME_LENGTH.max).join('');
}

function emailTaken(): Problem {
  return new Problem('email_taken', 'Another account has this e-mail address: use another one, or sign in.');
}

/** The same answer, to the byte, whether the account is unknown or the password wrong. */
function wrongCredentials(): Problem {
  return new Problem('wrong_credentials', 'The e-mail address or the password is not right.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}
