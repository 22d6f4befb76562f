import { expect } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { type Answer, send } from './test-app.ts';

/** Queries for the calls that take one; every other call is asked as it is. */
const queries: Record<string, string[]> = {
  [calls.getDay.path]: ['?date=2026-01-01T12:00', '?date=2026-01-02T12:00'],
  [calls.getMonth.path]: ['?date=2026-01', '?date=2025-12'],
};

/** What the server answers an account to every call that only reads, its picture among them. */
export async function everyAnswer(url: string, token: string): Promise<Record<string, Answer['body']>> {
  const answers: Record<string, Answer['body']> = {};
  const ask = async (path: string) => {
    const answer = await send(url, `GET ${path}`, { token });
    expect(answer.status, path).toBe(200);
    answers[path] = answer.body;
  };
  for (const { method, path } of Object.values(calls)) {
    if (method !== 'GET') continue;
    for (const query of queries[path] ?? ['']) await ask(path + query);
  }
  const { avatarURL } = answers[calls.currentUser.path];
  if (avatarURL) await ask(avatarURL);
  return answers;
}
