import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { form } from '../testing/form.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { plainPicture } from '../testing/picture.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

// Each command is a program of its own, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let ann: SignedIn;
beforeEach(async () => {
  ann = await app.signUp({ email: `Ann-${crypto.randomUUID()}@example.com` });
});

/** Runs a command while the server runs on the same database. */
const admin = (args: string[], stdin = '', url = app.databaseUrl) =>
  runCommand('admin/main.ts', args, { DATABASE_URL: url }, stdin);

async function expectRefusal(said: ReturnType<typeof admin>, reason: RegExp): Promise<void> {
  const { code, stdout, stderr } = await said;
  expect(stderr).toMatch(reason);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

const statusOf = async (person: SignedIn) => (await person.call('GET /api/users/current')).status;
const signIn = async ({ email }: SignedIn, password: string) =>
  (await app.call('POST /api/users/login', { body: { email, password } })).status;

test('accounts are listed, the oldest first, with their portions and when they were last used', async () => {
  const time = '2026-01-01T12:00';
  for (const waterVolume of [100, 200])
    await ann.call('POST /api/user/water', { body: { waterVolume, time } });
  const younger = await app.signUp();

  const { code, stdout, stderr } = await admin(['accounts', '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const listed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(listed.slice(-2)).toEqual([
    { id: ann.id, email: ann.email, createdAt: instant, lastUsedAt: instant, portions: 2 },
    { id: younger.id, email: younger.email, createdAt: instant, lastUsedAt: instant, portions: 0 },
  ]);
  expect(Date.parse(listed.at(-2).lastUsedAt)).toBeGreaterThan(Date.parse(listed.at(-2).createdAt));

  const forPeople = await admin(['accounts']);
  expect(forPeople.stdout.split('\n')[0]).toMatch(/^created +last used +portions +id +e-mail$/);
  expect(forPeople.stdout).toMatch(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d  \\d{4}-\\d\\d-\\d\\d +2  ${ann.id}  ${ann.email}$`, 'm'),
  );
});

test('a password is set from standard input, which ends every session and nothing else', async () => {
  const other = await app.signUp();
  await signIn(ann, ann.password);
  const said = await admin(['set-password', ann.email.toUpperCase()], 'a new horse, at last\n');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/is set; 2 sessions ended\.\n$/);
  expect(await statusOf(ann)).toBe(401);
  expect(await signIn(ann, ann.password)).toBe(401);
  expect(await signIn(ann, 'a new horse, at last')).toBe(200);
  expect(await statusOf(other)).toBe(200);
});

test('a password that breaks the rules, or stands among the arguments, changes nothing', async () => {
  await expectRefusal(
    admin(['set-password', ann.email], 'short\n'),
    /at least 8 characters\. Nothing was changed/,
  );
  await expectRefusal(admin(['set-password', ann.email], ''), /Password is required\. Nothing was changed/);
  const said = await admin(['set-password', ann.email, 'spoken aloud']);
  expect(said).toMatchObject({ code: 1, stdout: '' });
  expect(said.stderr).toContain('takes one e-mail address');
  expect(said.stderr).not.toContain('spoken aloud');
  expect(await statusOf(ann)).toBe(200);
  expect(await signIn(ann, ann.password)).toBe(200);
});

test('sessions end, of one account or of everyone', async () => {
  const other = await app.signUp();
  expect(await admin(['end-sessions', ann.email])).toMatchObject({ code: 0, stdout: '1 session ended.\n' });
  expect([await statusOf(ann), await statusOf(other)]).toEqual([401, 200]);
  expect(await signIn(ann, ann.password)).toBe(200);
  const everyone = await admin(['end-sessions', '--everyone']);
  expect(everyone.stdout).toMatch(/^[2-9]\d* sessions ended\.\n$/);
  expect(await statusOf(other)).toBe(401);
});

test('an account is erased once that is confirmed', async () => {
  await expectRefusal(
    admin(['delete-account', ann.email], `${ann.email}\n`),
    /nobody is here to confirm it: add --yes/,
  );
  expect(await statusOf(ann)).toBe(200);
  expect(await admin(['delete-account', ann.email, '--yes'])).toMatchObject({ code: 0, stderr: '' });
  expect(await statusOf(ann)).toBe(401);
  await expectRefusal(admin(['delete-account', ann.email, '--yes']), /There is no account of/);
  await app.signUp({ email: ann.email });
});

test('statistics count what there is', async () => {
  const before = JSON.parse((await admin(['statistics', '--json'])).stdout);
  await ann.call('POST /api/user/water', { body: { waterVolume: 100, time: '2026-01-01T12:00' } });
  await ann.call('PATCH /api/users/avatar', { body: form({ content: await plainPicture() }) });
  const [old, none] = [await app.signUp(), await app.signUp()];
  const longAgo = Date.now() - 31 * 86_400_000;
  for (const { id } of [old, none]) {
    await app.database.updateTable('account').set({ created_at: longAgo }).where('id', '=', id).execute();
    await app.database
      .updateTable('session')
      .set({ last_used_at: longAgo })
      .where('account_id', '=', id)
      .execute();
  }
  const after = JSON.parse((await admin(['statistics', '--json'])).stdout);
  expect(after).toEqual({
    accounts: before.accounts + 2,
    activeIn30Days: before.activeIn30Days,
    portions: before.portions + 1,
    pictures: before.pictures + 1,
    pictureBytes: expect.any(Number),
    databaseBytes: expect.any(Number),
    version: before.version,
  });
  expect(after.pictureBytes).toBeGreaterThan(before.pictureBytes + 50);
  expect(after.databaseBytes).toBeGreaterThan(10_000);
  expect((await admin(['statistics'])).stdout).toMatch(/^accounts +\d+\nactive in 30 days +\d+\n/);
});

test('it says how it is called, and what it was not', async () => {
  const { code, stdout, stderr } = await admin(['accounts', '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of ['accounts', 'set-password', 'end-sessions', 'delete-account', 'statistics']) {
    expect(stdout).toContain(`\n  ${command} `);
  }
  await expectRefusal(admin([]), /^Say what is to be done\.\n\nnpm run admin -- COMMAND/);
  await expectRefusal(admin(['toString']), /There is no command "toString"/);
  await expectRefusal(admin(['accounts', '--forever']), /Unknown option '--forever'/);
  await expectRefusal(admin(['accounts', '--everyone']), /accounts knows no --everyone/);
  await expectRefusal(admin(['end-sessions']), /end-sessions takes one e-mail address/);
  await expectRefusal(admin(['end-sessions', ann.email, '--everyone']), /takes no more than its options/);
});

test('a database that is not there, or is empty, is refused and not made', async () => {
  const empty = await freshDatabase();
  await expectRefusal(admin(['accounts'], '', empty.url), /holds nothing of Drink it/);
  await empty.drop();
});
