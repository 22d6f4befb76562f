import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../testing/expect-problem.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' });
  person = await app.signUp();
});
afterAll(() => app.stop());

/** More than are hashed at once and may wait, whatever the machine. */
const FLOOD = 120;

test('a flood of sign-ins is taken as far as it goes, the rest refused at once, and who is signed in served meanwhile', {
  timeout: 120_000,
}, async () => {
  const ended: string[] = [];
  const signIns = Array.from({ length: FLOOD }, async () => {
    const answer = await app.call('POST /api/users/login', { body: { ...person, password: 'not that one' } });
    ended.push(answer.status === 503 ? 'refused' : 'taken');
    return answer;
  });
  await Promise.race(signIns);
  const read = await person.call('GET /api/users/current');
  ended.push('read');
  const answers = await Promise.all(signIns);

  expect(read.status).toBe(200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectProblem(answer, 503, 'unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  for (const answer of answers) {
    if (answer.status !== 503) expectProblem(answer, 401, 'wrong_credentials');
  }
  // Neither waited for those that were before them in the queue.
  expect(ended.indexOf('read')).toBeLessThan(ended.lastIndexOf('taken'));
  expect(ended.indexOf('refused')).toBeLessThan(ended.lastIndexOf('taken'));

  const { email, password } = person;
  expect((await app.call('POST /api/users/login', { body: { email, password } })).status).toBe(200);
});
