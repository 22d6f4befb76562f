import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { live, namedWrite } from '../testing/believable-life.ts';
import { runCommand } from '../testing/command.ts';
import { everyAnswer } from '../testing/every-answer.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { type Program, startProgram } from '../testing/program.ts';
import { type Receiver, startReceiver } from '../testing/push-service.ts';
import { send } from '../testing/test-app.ts';

/* The drill: a copy under load, restored elsewhere, with a server on it. Only what was restored was copied. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'drink-it-drill-'));
const file = join(folder, 'copy.db');
let here: FreshDatabase;
let there: FreshDatabase;
let server: Program;
let receiver: Receiver;
beforeAll(async () => {
  here = await freshDatabase();
  there = await freshDatabase();
  receiver = await startReceiver();
  server = await startProgram({ DATABASE_URL: here.url, OUTBOUND_ALLOW: receiver.host });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await receiver.stop();
  await here.drop();
  await there.drop();
  rmSync(folder, { recursive: true });
});

const PASSWORD = 'correct horse';
const emailOf = (name: string) => `${name}@example.com`;

async function signUp(name: string): Promise<string> {
  const body = { email: emailOf(name), password: PASSWORD, name };
  return (await send(server.url, 'POST /api/users/register', { body })).body.token;
}

test('what is copied under load and restored elsewhere gives every answer as before, and lacks no acknowledged write', async () => {
  const people = await Promise.all(['ann', 'boris', 'zoryana'].map(signUp));
  for (const [index, token] of people.entries()) await live(server.url, token, receiver.host, index + 1);
  await vi.waitUntil(() => receiver.received.length === 2 * people.length, { timeout: 30_000 });
  const before = await Promise.all(people.map((token) => everyAnswer(server.url, token)));

  const writer = await signUp('writer');
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const body = { waterVolume: 1, time: '2026-01-01T12:00' };
      const { status, body: portion } = await send(server.url, 'POST /api/user/water', {
        token: writer,
        body,
      });
      if (status === 201) acknowledged.push(portion.id);
    }
  };
  const writing = Promise.all([1, 2, 3, 4].map(write));
  await vi.waitUntil(() => acknowledged.length > 200, { timeout: 30_000 });

  const beforeCopy = [...acknowledged];
  const copied = await runCommand('backup/backup.ts', [file], { DATABASE_URL: here.url });
  const duringCopy = acknowledged.length - beforeCopy.length;
  isOver = true;
  await writing;
  expect(copied).toMatchObject({ code: 0, stderr: '' });
  expect(copied.stdout).toContain(`${file} is complete and checked, with 4 accounts`);
  // People go on writing while the copy is made.
  expect(duringCopy).toBeGreaterThan(0);

  const restored = await runCommand('backup/restore.ts', [file], { DATABASE_URL: there.url });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const second = await startProgram({ DATABASE_URL: there.url });
  try {
    const after = await Promise.all(people.map((token) => everyAnswer(second.url, token)));
    expect(after).toEqual(before);
    const day = await send(second.url, 'GET /api/user/water/today?date=2026-01-01T12:00', { token: writer });
    const kept = day.body.waterlist.map(({ id }: { id: string }) => id);
    expect(kept).toEqual(expect.arrayContaining(beforeCopy));
    expect(acknowledged).toEqual(expect.arrayContaining(kept));

    // A write that came before the copy is still known by its name.
    const again = await send(second.url, 'POST /api/user/water', { token: people[0], ...namedWrite });
    expect(again.status).toBe(201);
    expect(await everyAnswer(second.url, people[0] ?? '')).toEqual(before[0]);

    // Signing in leaves a session: last, therefore.
    for (const name of ['ann', 'boris', 'zoryana', 'writer']) {
      const body = { email: emailOf(name), password: PASSWORD };
      const answer = await send(second.url, 'POST /api/users/login', { body });
      expect(answer).toMatchObject({ status: 200, body: { user: { name } } });
    }
    const wrong = { email: emailOf('ann'), password: 'another horse' };
    expect(await send(second.url, 'POST /api/users/login', { body: wrong })).toMatchObject({ status: 401 });
  } finally {
    await second.stop('SIGKILL');
  }
});
