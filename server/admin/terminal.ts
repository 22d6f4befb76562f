import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartError } from '../start-error.ts';

/** Whether somebody sits there who can be asked. */
export const isSomebodyThere = (): boolean => process.stdin.isTTY === true;

/**
 * Asks for a secret twice without showing it; where nobody sits there, reads it from standard input, whose last line
 * break does not belong to it.
 * @throws StartError if the two differ, or the person gave up.
 */
export async function readSecret(what: string): Promise<string> {
  if (!isSomebodyThere()) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const [first, second] = await ask([`${what}: `, `${what}, again: `], false);
  if (first !== second) throw new StartError('The two are not the same. Nothing was changed.');
  return first ?? '';
}

/** Asks a question on the terminal. */
export async function askFor(question: string): Promise<string> {
  const [answer] = await ask([question], true);
  return answer ?? '';
}

async function ask(questions: string[], isShown: boolean): Promise<string[]> {
  // What a terminal shows of what is typed, readline writes: nowhere, then.
  const output = isShown ? process.stderr : new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const givenUp = new AbortController();
  lines.once('SIGINT', () => givenUp.abort()).once('close', () => givenUp.abort());
  const answers: string[] = [];
  try {
    for (const question of questions) {
      if (!isShown) process.stderr.write(question);
      answers.push(await lines.question(isShown ? question : '', { signal: givenUp.signal }));
      if (!isShown) process.stderr.write('\n');
    }
    return answers;
  } catch (error) {
    if (!givenUp.signal.aborted) throw error;
    throw new StartError('\nGiven up. Nothing was changed.');
  } finally {
    lines.close();
  }
}
