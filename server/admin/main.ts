import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { PassingFault } from '../database/faults.ts';
import { newestVersion, openAsItIs } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { run } from '../program.ts';
import { StartError } from '../start-error.ts';
import { type Command, commands, type Options } from './commands.ts';

const HELP = `npm run admin -- COMMAND

  accounts [--json]                every account: made when, last used when, how many portions
  set-password EMAIL               asks for the new password, or reads it from standard input; ends all its sessions
  end-sessions EMAIL | --everyone  signs the account, or everyone, out on every device
  delete-account EMAIL [--yes]     erases the account and everything it owns, for good
  statistics [--json]              how many accounts, portions and pictures there are, and how large the database is

The database is the one of DATABASE_URL; servers may run on it meanwhile. With --json, each line is one JSON object
("npm run --silent admin" prints nothing else).`;

/** What whoever runs the server may do without signing in. */
await run(async () => {
  // The reader of a list may have seen enough: `| head`.
  process.stdout.on('error', () => process.exit(0));
  const called = readArguments();
  if (!called) return console.log(HELP);

  const { databaseUrl } = readConfig(process.env);
  const opened = await openAsItIs<Tables>(databaseUrl);
  try {
    if (opened.version !== newestVersion()) {
      throw new StartError(
        `The database ${opened.name} was written by an older version (${opened.version}): start the server of this version first.`,
      );
    }
    await called.command.run(opened, called.options, called.email);
  } catch (error) {
    if (!(error instanceof PassingFault)) throw error;
    const { message } = error.cause as Error;
    throw new StartError(`The database ${opened.name} cannot do this at the moment (${message}): try again.`);
  } finally {
    await opened.database.destroy();
  }
});

/** Undefined where help is wanted. */
function readArguments(): { command: Command; options: Options; email: string } | undefined {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = orHelp(() =>
    parseArgs({ allowPositionals: true, options: { json: flag, everyone: flag, yes: flag, help: flag } }),
  );
  const { help, ...options } = values;
  const [name = '', email = '', ...more] = positionals;
  if (help || name === 'help') return undefined;

  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw refusal(name ? `There is no command "${name}".` : 'Say what is to be done.');
  const unfit = Object.entries(options).find(
    ([option, isSet]) => isSet && !command.options.includes(option as keyof Options),
  );
  if (unfit) throw refusal(`${name} knows no --${unfit[0]}.`);
  const wantsEmail = command.takesEmail && !options.everyone;
  if (wantsEmail !== (email !== '') || more.length > 0) {
    // What stands too much may be a password: it is not repeated.
    throw refusal(
      wantsEmail ? `${name} takes one e-mail address.` : `${name} takes no more than its options.`,
    );
  }
  return { command, options, email: email.trim() };
}

function orHelp<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw refusal(`${message.split('. ')[0]}.`);
  }
}

function refusal(reason: string): StartError {
  return new StartError(`${reason}\n\n${HELP}`);
}
