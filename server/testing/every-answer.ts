import { calls } from '../../contract/calls.ts';
import { type Answer, send } from './test-app.ts';

/** Queries for the calls that take one; every other call is asked as it is. */
const queries: Record<string, string[]> = {
  [calls.getDay.path]: ['?date=2026-01-01T12:00', '?date=2026-01-02T12:00'],
  [calls.getMonth.path]: ['?date=2026-01', '?date=2025-12'],
};

/** Answers to calls that only read, by their path and query. */
export type Answers = Record<string, Answer['body']>;

/** What the server answers an account to every call that only reads, its picture among them. */
export async function everyAnswer(url: string, token: string): Promise<Answers> {
  const reading = Object.values(calls).filter(({ method }) => method === 'GET');
  const paths = reading.flatMap(({ path }) => (queries[path] ?? ['']).map((query) => path + query));
  const answers = await answersTo(url, token, paths);
  const { avatarURL } = answers[calls.currentUser.path];
  return { ...answers, ...(avatarURL && (await answersTo(url, token, [avatarURL]))) };
}

/** What it answers to these calls; those that it does not know are left out. */
export async function answersTo(url: string, token: string, paths: string[]): Promise<Answers> {
  const answers: Answers = {};
  for (const path of paths) {
    const { status, body } = await send(url, `GET ${path}`, { token });
    if (status !== 200 && status !== 404) throw new Error(`GET ${path} was answered ${status}.`);
    if (status === 200) answers[path] = body;
  }
  return answers;
}
