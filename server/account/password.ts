import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { BoundedQueue } from './bounded-queue.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Kept in each hash, so that it can grow. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Node's thread pool, which reads files and looks up names too; the pictures' queue takes two of its threads at most. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
const THREADS_FOR_OTHERS = 3;

/** The queue bounds the memory, the cores and the threads that hashing takes from all other calls. */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, THREADS - THREADS_FOR_OTHERS));
export const passwordQueue = new BoundedQueue(AT_ONCE, 64);

const derive = promisify<string, Argon2Parameters, Buffer>((algorithm, parameters, done) =>
  argon2(algorithm as 'argon2id', parameters, done),
);

function tag(password: string, salt: Buffer, cost: typeof COST, bytes: number): Promise<Buffer> {
  const parameters = { message: bytesOf(password), nonce: salt, tagLength: bytes, ...cost };
  return passwordQueue.run(() => derive('argon2id', parameters));
}

/** UTF-8 would make one and the same of all lone surrogates; a password that holds some is taken as it lies in memory. */
const bytesOf = (password: string) => Buffer.from(password, password.isWellFormed() ? 'utf8' : 'utf16le');

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * Hashes a password with argon2id (RFC 9106) into a PHC string.
 * @throws Problem `unavailable` when too many wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await tag(password, salt, COST, TAG_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash that no password has: checking against it costs what checking a real one costs. */
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(
  Buffer.alloc(SALT_BYTES),
)}$${base64(Buffer.alloc(TAG_BYTES))}`;

/**
 * Whether the password is the one that was hashed. Without a hash (no such account) it does the same work and says no.
 * @throws Problem `unavailable` when too many wait.
 */
export async function isPassword(password: string, phc: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc ?? NOBODYS_HASH) ?? [];
  if (!salt || !hash) throw new Error('The stored password hash is no argon2id PHC string.');
  const expected = Buffer.from(hash, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await tag(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(actual, expected) && phc !== undefined;
}
