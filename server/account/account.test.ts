import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a new account is signed in and has a norm of 2 L', async () => {
  const answer = await app.call('POST /api/users/register', {
    body: { email: ' New.Person@Example.com ', password: '12345678' },
  });
  expect(answer.status).toBe(201);
  expect(answer.body.user).toEqual({
    id: expect.any(String),
    name: 'New.Person',
    email: 'New.Person@Example.com',
    gender: 'female',
    avatarURL: null,
    dailyNorma: 2,
  });
  const current = await app.call('GET /api/users/current', { token: answer.body.token });
  expect(current.body).toEqual(answer.body.user);
});
