import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const password = 'correct horse';
const register = (body: unknown) => app.call('POST /api/users/register', { body });
const login = (body: unknown) => app.call('POST /api/users/login', { body });
const countAccounts = async () => (await app.database.selectFrom('account').select('id').execute()).length;

describe('registering', () => {
  test('a new account is signed in and has a norm of 2 L', async () => {
    const answer = await register({ email: ' New.Person@Example.com ', password: '12345678' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      token: expect.any(String),
      user: {
        id: expect.any(String),
        name: 'New.Person',
        email: 'New.Person@Example.com',
        gender: 'female',
        avatarURL: null,
        dailyNorma: 2,
      },
    });
    const current = await app.call('GET /api/users/current', { token: answer.body.token });
    expect(current).toMatchObject({ status: 200, body: answer.body.user });
  });

  test('name and gender may come along, and what nobody asked for is not kept', async () => {
    const body = { email: 'whole@example.com', password, name: '  Зоряна ', gender: 'man' };
    const answer = await register({ ...body, id: 'mine', dailyNorma: 9, avatarURL: '/x', admin: true });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      name: 'Зоряна',
      gender: 'male',
      dailyNorma: 2,
      avatarURL: null,
    });
    expect(answer.body.user.id).not.toBe('mine');
    expect(answer.body.user).not.toHaveProperty('admin');
  });

  test('a name made of a long address is cut to 64 characters', async () => {
    const answer = await register({ email: `${'n'.repeat(100)}@example.com`, password });
    expect(answer.body.user.name).toBe('n'.repeat(64));
  });

  const good = { email: 'never@example.com', password };
  const emails: [unknown, string][] = [
    [undefined, 'Email is required'],
    [null, 'Email is required'],
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    [7, 'Invalid email address'],
    [['a@b.co'], 'Invalid email address'],
    ['ann', 'Invalid email address'],
    ['@example.com', 'Invalid email address'],
    ['ann@', 'Invalid email address'],
    ['ann b@localhost', 'Invalid email address'],
    ['ann\u0000@example.com', 'Invalid email address'],
    ['a@localhost', 'Invalid email domain'],
    ['a@b.c', 'Invalid email domain'],
    ['a@-b.com', 'Invalid email domain'],
    ['a@b..com', 'Invalid email domain'],
  ];
  const passwords: [unknown, string][] = [
    [undefined, 'Password is required'],
    ['', 'Password is required'],
    [null, 'Password is required'],
    [12345678, 'Password is required'],
    ['1234567', 'Password must be at least 8 characters'],
    ['💧'.repeat(7), 'Password must be at least 8 characters'],
    ['💧'.repeat(65), 'Password must be at most 64 characters'],
    ['x'.repeat(65), 'Password must be at most 64 characters'],
  ];
  const names: [unknown, string][] = ['', '  ', 'x'.repeat(65), 5, null, 'a\u0007b'].map((name) => [
    name,
    fieldMessages.nameInvalid,
  ]);
  const genders: [unknown, string][] = ['', 'other', 'Female', null, 1].map((gender) => [
    gender,
    fieldMessages.genderUnknown,
  ]);
  test.each([
    ...emails.map(([value, message]) => ['email', value, message] as const),
    ...passwords.map(([value, message]) => ['password', value, message] as const),
    ...names.map(([value, message]) => ['name', value, message] as const),
    ...genders.map(([value, message]) => ['gender', value, message] as const),
  ])('%s %j is refused: %s', async (field, value, message) => {
    const before = await countAccounts();
    const answer = await register({ ...good, [field]: value });
    expectProblem(answer, 400, 'validation_failed', { [field]: message });
    expect(await countAccounts()).toBe(before);
  });

  test('every bad field is named at once', async () => {
    expectProblem(await register({ email: 'a@b.c', password: 'short', name: '' }), 400, 'validation_failed', {
      email: 'Invalid email domain',
      password: 'Password must be at least 8 characters',
      name: fieldMessages.nameInvalid,
    });
  });

  test.each([[[]], ['text'], [7], [null], [[{ email: 'a@b.co', password }]]])(
    'a body of %j is no registration',
    async (body) => {
      const answer = await app.call('POST /api/users/register', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expectProblem(answer, 400, 'validation_failed', { body: fieldMessages.bodyNotObject });
    },
  );

  test.each([
    '        ',
    ' пароль з пробілами ',
    '💧'.repeat(8),
    '💧'.repeat(64),
    'x'.repeat(64),
    '\u0000\n"\\\t\'; --',
  ])('the password %j opens the account, and only as it was written', async (given) => {
    const email = `password-${crypto.randomUUID()}@example.com`;
    expect((await register({ email, password: given })).status).toBe(201);
    expect((await login({ email, password: given })).status).toBe(200);
    // Long enough not to be refused for its length.
    const trimmed = `${given.trim()}........`.slice(0, 60);
    expectProblem(await login({ email, password: trimmed }), 401, 'wrong_credentials');
  });

  test('an address that an account has is taken, in any case and with spaces around', async () => {
    const { email } = await app.signUp();
    const before = await countAccounts();
    for (const same of [email, email.toUpperCase(), `  ${email} `]) {
      expectProblem(await register({ email: same, password: 'another one' }), 409, 'email_taken');
    }
    expect(await countAccounts()).toBe(before);
  });

  test('of fifty registrations of one address at once, one makes the account', async () => {
    const before = await countAccounts();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register({ email: index % 2 ? 'Race@example.com' : 'race@EXAMPLE.com', password }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) if (answer !== made[0]) expectProblem(answer, 409, 'email_taken');
    expect(await countAccounts()).toBe(before + 1);
    expect((await login({ email: 'race@example.com', password })).body.user).toEqual(made[0]?.body.user);
  });
});

describe('changing the account', () => {
  let person: SignedIn;
  beforeAll(async () => {
    person = await app.signUp();
  });
  const change = (body: unknown) => person.call('PATCH /api/users/info', { body });
  const current = async () => (await person.call('GET /api/users/current')).body;

  test('what is sent changes, what is absent stays', async () => {
    const before = await current();
    const renamed = await change({ name: ' Ann ' });
    expect(renamed).toMatchObject({ status: 200, body: { ...before, name: 'Ann' } });
    const regendered = await change({ gender: 'male', unknown: 1 });
    expect(regendered.body).toEqual({ ...before, name: 'Ann', gender: 'male' });
    expect((await change({})).body).toEqual(regendered.body);
    expect(await current()).toEqual(regendered.body);
  });

  test.each([
    ['woman', 'female', 'woman'],
    ['man', 'male', 'man'],
    ['female', 'female', 'woman'],
    ['male', 'male', 'man'],
  ])('gender sent as %s is %s to the account and %s to the norm', async (sent, asUser, asNorm) => {
    expect((await change({ gender: sent })).body.gender).toBe(asUser);
    expect((await person.call('GET /api/users/dailynorma')).body.gender).toBe(asNorm);
    const byNorm = await person.call('PATCH /api/users/dailynorma', { body: { gender: sent } });
    expect(byNorm.body.updatedGender).toBe(asNorm);
    expect(await current()).toMatchObject({ gender: asUser });
  });

  test('a new address signs in from then on and frees the old one', async () => {
    const mover = await app.signUp();
    const body = { email: ' Moved.Person@Example.com ' };
    const moved = await mover.call('PATCH /api/users/info', { body });
    expect(moved).toMatchObject({ status: 200, body: { email: 'Moved.Person@Example.com' } });
    expect((await login({ email: 'moved.person@example.com', password })).status).toBe(200);
    expectProblem(await login({ email: mover.email, password }), 401, 'wrong_credentials');
    expect((await register({ email: mover.email, password })).status).toBe(201);
  });

  test('the own address may be written in another case', async () => {
    const changed = await change({ email: person.email.toUpperCase() });
    expect(changed).toMatchObject({ status: 200, body: { email: person.email.toUpperCase() } });
    expect((await login({ email: person.email, password })).status).toBe(200);
  });

  test('of addresses that are set at once, the one that stays is the only one to sign in with', async () => {
    const mover = await app.signUp();
    const emails = Array.from({ length: 6 }, (_, index) => `at-once-${index}@example.com`);
    const answers = await Promise.all(
      emails.map((email) => mover.call('PATCH /api/users/info', { body: { email } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    const { email: stays } = (await mover.call('GET /api/users/current')).body;
    for (const email of [mover.email, ...emails]) {
      expect((await login({ email, password })).status, email).toBe(email === stays ? 200 : 401);
    }
  });

  test("another account's address is taken in any case, and nothing else of the change happens", async () => {
    const other = await app.signUp();
    const before = await current();
    const answer = await change({
      email: other.email.toUpperCase(),
      name: 'Thief',
      newPassword: 'brand new one',
      outdatedPassword: password,
    });
    expectProblem(answer, 409, 'email_taken');
    expect(await current()).toEqual(before);
    expect((await login({ email: person.email, password })).status).toBe(200);
  });

  test.each([
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: null }, { email: 'Email is required' }],
    [{ email: 'ann' }, { email: 'Invalid email address' }],
    [{ email: 'a@localhost' }, { email: 'Invalid email domain' }],
    [{ name: ' ' }, { name: fieldMessages.nameInvalid }],
    [{ gender: 'x' }, { gender: fieldMessages.genderUnknown }],
    [{ newPassword: 'long enough' }, { outdatedPassword: fieldMessages.outdatedPasswordRequired }],
    [
      { newPassword: 'long enough', outdatedPassword: '' },
      { outdatedPassword: fieldMessages.outdatedPasswordRequired },
    ],
    [{ outdatedPassword: password }, { newPassword: 'Password is required' }],
    [
      { newPassword: 'short', outdatedPassword: password },
      { newPassword: 'Password must be at least 8 characters' },
    ],
    [
      { newPassword: 'x'.repeat(65), outdatedPassword: password },
      { newPassword: 'Password must be at most 64 characters' },
    ],
  ])('%j is refused', async (body, fields) => {
    const before = await current();
    expectProblem(await change(body), 400, 'validation_failed', fields as Record<string, string>);
    expect(await current()).toEqual(before);
  });
});
