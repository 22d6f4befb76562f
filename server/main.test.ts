import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { beginCall } from './testing/begin-call.ts';
import { type CrashRound, runCrashRounds } from './testing/crash-rounds.ts';
import { type Program, runProgram, startProgram } from './testing/program.ts';
import { openConnection } from './testing/raw-connection.ts';
import { send } from './testing/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'drink-it-main-'));
afterAll(() => rmSync(folder, { recursive: true }));

const freshDatabase = () => ({ DATABASE_URL: `sqlite:${join(folder, crypto.randomUUID())}.db` });

const started: Program[] = [];
async function start(environment: Record<string, string> = freshDatabase()): Promise<Program> {
  const program = await startProgram(environment);
  started.push(program);
  return program;
}
afterAll(() => Promise.all(started.map((program) => program.stop('SIGKILL'))));

async function signUp({ url }: Program): Promise<string> {
  const body = { email: 'ann@example.com', password: 'correct horse' };
  return (await send(url, 'POST /api/users/register', { body })).body.token;
}

test('a crash in a burst of writes loses nothing that was answered, and what is sent again is there once', async () => {
  const rounds: CrashRound[] = [];
  await runCrashRounds({
    file: join(folder, 'crash.db'),
    rounds: 3,
    connections: 12,
    writesPerRound: 150,
    onRound: (round) => rounds.push(round),
  });
  expect(rounds).toHaveLength(3);
  for (const { acknowledged, unanswered } of rounds) {
    expect(acknowledged).toBeGreaterThanOrEqual(150);
    expect(unanswered).toBe(12);
  }
});

describe.concurrent('stopping', () => {
  /** Waits until nobody is let in any more. */
  const untilRefused = async ({ url }: Program) => {
    while (await send(url, 'GET /api/health/live').catch(() => undefined)) await setTimeout(10);
  };

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, with nothing to do, is quick and clean',
    async (signal) => {
      const program = await start();
      await signUp(program);
      expect(await program.stop(signal)).toEqual({ code: 0, stderr: '' });
    },
  );

  test('finishes the calls that are under way, and takes no new ones', async () => {
    const environment = freshDatabase();
    const program = await start(environment);
    const token = await signUp(program);
    const body = { waterVolume: 250, time: '2026-01-01T12:00' };
    const begun = await beginCall(program.url, 'POST /api/user/water', { token, body });
    program.signal('SIGTERM');
    await untilRefused(program);
    expect(await begun.finish()).toMatchObject({ status: 201, body });
    expect(await program.ended).toEqual({ code: 0, stderr: '' });

    const again = await start(environment);
    const day = await send(again.url, 'GET /api/user/water/today?date=2026-01-01T12:00', { token });
    expect(day.body).toMatchObject({ drankWater: 250 });
  });

  test('it is at once not ready, lives to the end, and closes connections after their last answer', async () => {
    const program = await start();
    const token = await signUp(program);
    const content = JSON.stringify({ waterVolume: 250, time: '2026-01-01T12:00' });
    const begun = async (head: string) => {
      const connection = await openConnection(program.url);
      connection.write(`${head}\r\nHost: localhost\r\n`);
      return connection;
    };
    const ready = await begun('GET /api/health/ready HTTP/1.1');
    const live = await begun('GET /api/health/live HTTP/1.1');
    const write = await begun('POST /api/user/water HTTP/1.1');
    write.write(
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\n\r\n`,
    );
    // The server has read all that once it has answered what came later.
    await send(program.url, 'GET /api/health/live');
    program.signal('SIGTERM');
    await untilRefused(program);
    ready.write('\r\n');
    live.write('\r\n');
    write.write(content);
    expect(await ready.ended).toMatch(
      /^HTTP\/1.1 503 .*^connection: close\r$.*^content-type: application\/problem\+json;/ims,
    );
    expect(await live.ended).toMatch(/^HTTP\/1.1 200 .*^connection: close\r$/ims);
    expect(await write.ended).toMatch(/^HTTP\/1.1 201 /);
    expect(await program.ended).toEqual({ code: 0, stderr: '' });
  });

  test('a call that hangs does not hold it', async () => {
    const program = await start();
    const connection = await openConnection(program.url);
    connection.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n');
    await send(program.url, 'GET /api/health/live');
    program.signal('SIGTERM');
    // Far below the minute that a call may take to arrive; bench/README.md has what it takes.
    const end = await Promise.race([program.ended, setTimeout(20_000, 'still running')]);
    expect(end).toEqual({ code: 0, stderr: '' });
    expect(await connection.ended).toBe('');
  }, 30_000);
});

describe.concurrent('what keeps it from starting is said in one line that names the remedy', () => {
  const expectRefusal = async (environment: Record<string, string>, remedy: RegExp) => {
    const { code, stderr } = await runProgram({ ...freshDatabase(), ...environment });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(remedy);
    expect(code).toBe(1);
  };

  test('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expectRefusal({ PORT: String(port) }, new RegExp(`Port ${port} is taken.* set PORT to a free one`));
    other.close();
  });

  test('bad settings', async () => {
    await expectRefusal(
      { PORT: 'http', SESSION_DAYS: '0' },
      /PORT is "http" but must be .*SESSION_DAYS is "0" but must be /,
    );
  });

  test('an address that is not of this machine', async () => {
    await expectRefusal({ HOST: '192.0.2.1' }, /HOST is "192\.0\.2\.1".* set HOST to /);
  });

  test('a file that is no database', async () => {
    const file = join(folder, 'no-database.db');
    writeFileSync(file, 'text '.repeat(1000));
    await expectRefusal({ DATABASE_URL: `sqlite:${file}` }, /check that DATABASE_URL names/);
  });
});

test.concurrent.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'the zone of the server does not matter: %s',
  async (TZ) => {
    const program = await start({ ...freshDatabase(), TZ });
    const token = await signUp(program);
    const call = (methodAndPath: string, body?: unknown) => send(program.url, methodAndPath, { token, body });

    await call('POST /api/user/water', { waterVolume: 700, time: '2026-01-01T01:30' });
    const evening = await call('GET /api/user/water/today?date=2026-01-01T00:30');
    expect(evening.body).toMatchObject({
      _id: '2025-12-31',
      waterlist: [{ waterVolume: 700, time: '2026-01-01T01:30' }],
    });
    const december = await call('GET /api/user/water/month?date=2025-12');
    expect(december.body.at(-1)).toMatchObject({ date: '2025-12-31', drankWater: 700 });

    // Asked before and after, so that midnight may pass meanwhile.
    const utcDay = () => new Date().toISOString().slice(0, 10);
    const before = utcDay();
    const today = await call('GET /api/user/water/today');
    expect([before, utcDay()]).toContain(today.body._id);
  },
);
