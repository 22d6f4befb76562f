import { passwordFault } from '../../contract/account.ts';
import { fieldMessages } from '../../contract/field-messages.ts';
import { eraseAccount, findSignIn } from '../account/account.store.ts';
import { hashPassword } from '../account/password.ts';
import type { AsItIs } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { StartError } from '../start-error.ts';
import {
  accountOverviews,
  countPictures,
  endEverySession,
  endSessions,
  resetPassword,
} from './admin.store.ts';
import { askFor, isSomebodyThere, readSecret } from './terminal.ts';

const DAY_MS = 86_400_000;
const ACTIVE_DAYS = 30;

export interface Options {
  json: boolean;
  everyone: boolean;
  yes: boolean;
}

export interface Command {
  /** Whether it is about one account, whose e-mail address follows it; `everyone` may stand in its place. */
  takesEmail: boolean;
  options: (keyof Options)[];
  run(opened: AsItIs<Tables>, options: Options, email: string): Promise<void>;
}

export const commands: Record<string, Command> = {
  accounts: {
    takesEmail: false,
    options: ['json'],
    async run({ database }, { json }) {
      const line = (
        ...[created, used, portions, id, email]: [string, string, string | number, string, string]
      ) => `${created}  ${used}  ${String(portions).padStart(8)}  ${id.padEnd(36)}  ${email}`;
      if (!json) console.log(line('created   ', 'last used ', 'portions', 'id', 'e-mail'));
      for await (const { id, email, createdAt, lastUsedAt, portions } of accountOverviews(database)) {
        const [created, used] = [createdAt, lastUsedAt].map((moment) => new Date(moment).toISOString());
        const about = { id, email, createdAt: created, lastUsedAt: used, portions };
        console.log(
          json ? JSON.stringify(about) : line(dayOf(createdAt), dayOf(lastUsedAt), portions, id, email),
        );
      }
    },
  },

  'set-password': {
    takesEmail: true,
    options: [],
    async run({ database }, _options, email) {
      const account = await accountOf(database, email);
      const password = await readSecret(`New password of ${email}`);
      const fault = passwordFault(password);
      if (fault) throw new StartError(`${fieldMessages[fault]}. Nothing was changed.`);
      const ended = await resetPassword(database, account, await hashPassword(password));
      console.log(`The password of ${email} is set; ${sessions(ended)} ended.`);
    },
  },

  'end-sessions': {
    takesEmail: true,
    options: ['everyone'],
    async run({ database }, { everyone }, email) {
      const ended = everyone
        ? await endEverySession(database)
        : await endSessions(database, await accountOf(database, email));
      console.log(`${sessions(ended)} ended.`);
    },
  },

  'delete-account': {
    takesEmail: true,
    options: ['yes'],
    async run({ database }, { yes }, email) {
      const account = await accountOf(database, email);
      if (!yes) await confirmErasing(email);
      await eraseAccount(database, account);
      console.log(`The account ${email} and everything it owned is erased.`);
    },
  },

  statistics: {
    takesEmail: false,
    options: ['json'],
    async run({ database, version, size }, { json }) {
      const activeSince = Date.now() - ACTIVE_DAYS * DAY_MS;
      const counts = { accounts: 0, activeIn30Days: 0, portions: 0 };
      for await (const { lastUsedAt, portions } of accountOverviews(database)) {
        counts.accounts += 1;
        if (lastUsedAt >= activeSince) counts.activeIn30Days += 1;
        counts.portions += portions;
      }
      const { pictures, bytes } = await countPictures(database);
      const all = { ...counts, pictures, pictureBytes: bytes, databaseBytes: await size(), version };
      if (json) return console.log(JSON.stringify(all));
      console.log(`accounts              ${all.accounts}
active in 30 days     ${all.activeIn30Days}
portions              ${all.portions}
pictures              ${all.pictures} (${megabytes(all.pictureBytes)})
size of the database  ${megabytes(all.databaseBytes)}
version               ${all.version}`);
    },
  },
};

async function accountOf(database: AsItIs<Tables>['database'], email: string): Promise<string> {
  const known = await findSignIn(database, email);
  if (!known) throw new StartError(`There is no account of ${email}: "accounts" lists those that there are.`);
  return known.account;
}

async function confirmErasing(email: string): Promise<void> {
  if (!isSomebodyThere()) {
    throw new StartError('Erasing cannot be undone, and nobody is here to confirm it: add --yes.');
  }
  const typed = await askFor(`Everything of ${email} will be erased, for good. Type the address again: `);
  if (typed.trim().toLowerCase() !== email.toLowerCase()) {
    throw new StartError('That is not the same address. Nothing was changed.');
  }
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 'yyyy-mm-dd'.length);
const sessions = (count: number) => (count === 1 ? '1 session' : `${count} sessions`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
