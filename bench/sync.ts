import { spawnSync } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProgram } from '../server/testing/program.ts';
import { send } from '../server/testing/test-app.ts';
import { folderOnDisk } from './folder-on-disk.ts';

/*
 * That no answer 201 leaves before a sync of the write-ahead log that began after its commit, and how many writes share
 * one: what strace sees of the server's system calls while 50 connections write. Needs strace (`apt install strace`)
 * and the right to trace processes of one's own.
 *
 *   node_modules/.bin/node bench/sync.ts
 */

const CONNECTIONS = 50;
const TRACED_WRITES = 500;
const COUNTED_WRITES = 5000;

const folder = folderOnDisk('sync');
/** Adds portions to a server under strace, so many at once; returns their ids. */
async function writeTraced(writes: number, out: string, options: string[]): Promise<string[]> {
  const program = await startProgram({ DATABASE_URL: `sqlite:${join(folder, `${writes}.db`)}` }, undefined, [
    'strace',
    '-D',
    '-f',
    '-yy',
    '-o',
    out,
    ...options,
  ]);
  const body = { email: 'ann@example.com', password: 'correct horse' };
  const { token } = (await send(program.url, 'POST /api/users/register', { body })).body;
  const ids: string[] = [];
  let left = writes;
  const write = async () => {
    while (left-- > 0) {
      const portion = { waterVolume: 250, time: '2026-01-01T12:00' };
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const answer = await send(program.url, 'POST /api/user/water', { token, headers, body: portion });
      if (answer.status !== 201) throw new Error(`A portion was answered ${answer.status}.`);
      ids.push(answer.body.id);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, write));
  await program.stop('SIGTERM');
  return ids;
}

async function proveOrder(): Promise<void> {
  const out = join(folder, 'order.strace');
  const calls = 'trace=pwrite64,write,writev,fdatasync,fsync';
  const ids = await writeTraced(TRACED_WRITES, out, ['-xx', '-s', '5000', '-e', calls]);
  const { committedAt, answeredAt, syncs } = await readTrace(out, ids);
  for (const id of ids) {
    const [committed, answered] = [committedAt.get(id), answeredAt.get(id)];
    if (committed === undefined || answered === undefined) throw new Error(`The trace does not show ${id}.`);
    const isKept = syncs.some(({ begun, ended }) => begun > committed && ended < answered);
    if (!isKept) throw new Error(`The answer to ${id} left before a sync that began after its commit.`);
  }
  console.log(
    `${ids.length} of ${ids.length} answers 201 left after a sync of the log that had begun after their commit.`,
  );
}

interface Trace {
  /** The line with which the last frame of a portion's commit was written. */
  committedAt: Map<string, number>;
  /** The line with which its answer left. */
  answeredAt: Map<string, number>;
  syncs: { begun: number; ended: number }[];
}

const LINE = /^(\d+) +(?:(\w+)\(\d+<(.*?)>(?=[,) ])|<\.\.\. (\w+) resumed>)/;

/** How the name of the log ends, `-wal`, in what strace writes. */
const LOG = String.raw`\x2d\x77\x61\x6c`;

/** Reads what strace wrote: the order of its lines is the order in which the calls began, or ended. */
async function readTrace(file: string, ids: readonly string[]): Promise<Trace> {
  const trace: Trace = { committedAt: new Map(), answeredAt: new Map(), syncs: [] };
  const begunBy = new Map<string, number>();
  let seen: string[] = [];
  let isLastFrame = false;
  let number = 0;
  for await (const line of createInterface(createReadStream(file))) {
    number += 1;
    const [, thread = '', begunCall, place = '', resumedCall] = LINE.exec(line) ?? [];
    const isLog = place.endsWith(LOG);
    const call = begunCall ?? resumedCall ?? '';
    if (/^f(?:data)?sync$/.test(call)) {
      if (begunCall && isLog) begunBy.set(thread, number);
      const begun = begunBy.get(thread);
      if (!line.endsWith('<unfinished ...>') && begun !== undefined) {
        begunBy.delete(thread);
        if (/= 0$/.test(line)) trace.syncs.push({ begun, ended: number });
      }
    } else if (call === 'pwrite64' && isLog) {
      const bytes = bytesOf(line);
      // The head of a frame: its second word is 0 unless the frame ends a transaction.
      if (bytes.length === 24) isLastFrame = bytes.readUInt32BE(4) !== 0;
      else {
        const text = bytes.toString('latin1');
        seen.push(...ids.filter((id) => !trace.committedAt.has(id) && text.includes(id)));
        if (!isLastFrame) continue;
        for (const id of seen) trace.committedAt.set(id, number);
        seen = [];
      }
    } else if (begunCall && place.startsWith('TCP')) {
      const text = bytesOf(line).toString('latin1');
      if (!text.startsWith('HTTP/1.1 201')) continue;
      for (const id of ids) if (text.includes(id)) trace.answeredAt.set(id, number);
    }
  }
  return trace;
}

const bytesOf = (line: string): Buffer =>
  Buffer.from((/"((?:\\x[0-9a-f]{2})*)"/.exec(line)?.[1] ?? '').replaceAll('\\x', ''), 'hex');

/** Only syncs are stopped at here, so that the server runs about as fast as without strace. */
async function countSyncs(): Promise<void> {
  const out = join(folder, 'count.strace');
  const options = ['--seccomp-bpf', '-e', 'trace=fdatasync'];
  const start = performance.now();
  await writeTraced(COUNTED_WRITES, out, options);
  const seconds = (performance.now() - start) / 1000;
  let syncs = 0;
  for await (const line of createInterface(createReadStream(out)))
    if (line.includes('fdatasync(')) syncs += 1;
  console.log(
    `${COUNTED_WRITES} writes over ${CONNECTIONS} connections shared ${syncs} syncs, ` +
      `${(COUNTED_WRITES / syncs).toFixed(1)} writes each (${Math.round(COUNTED_WRITES / seconds)} writes/s, start and end included).`,
  );
}

try {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0) {
    throw new Error(
      'strace is not here, or may not trace: install it, and run this where ptrace is allowed.',
    );
  }
  await proveOrder();
  await countSyncs();
} finally {
  rmSync(folder, { recursive: true });
}
