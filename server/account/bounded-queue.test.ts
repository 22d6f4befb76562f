import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Problem } from '../http/problem.ts';
import { BoundedQueue } from './bounded-queue.ts';

/** Jobs that run until the test ends them, and what became of them. */
function jobsFor(queue: BoundedQueue) {
  const begun: string[] = [];
  const ends = new Map<string, { resolve(value: string): void; reject(error: Error): void }>();
  return {
    begun,
    begin: (name: string) =>
      queue.run(() => {
        begun.push(name);
        return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
      }),
    async end(name: string, error?: Error) {
      const job = ends.get(name);
      if (error) job?.reject(error);
      else job?.resolve(name);
      ends.delete(name);
      await setImmediate();
    },
    running: () => ends.size,
  };
}

test('so many run at once, the others follow in the order in which they came', async () => {
  const jobs = jobsFor(new BoundedQueue(2, 10));
  const names = ['a', 'b', 'c', 'd', 'e'];
  const results = names.map(jobs.begin);
  await setImmediate();
  expect(jobs.begun).toEqual(['a', 'b']);
  await jobs.end('b');
  expect(jobs.begun).toEqual(['a', 'b', 'c']);
  await jobs.end('c');
  await jobs.end('a');
  expect(jobs.begun).toEqual(names);
  expect(jobs.running()).toBe(2);
  await jobs.end('e');
  await jobs.end('d');
  expect(await Promise.all(results)).toEqual(names);
});

test('never more than the bound run, however jobs come and go', async () => {
  const queue = new BoundedQueue(3, 100);
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      if (index % 7 === 0) await setImmediate();
      await queue.run(async () => {
        most = Math.max(most, ++running);
        for (let turns = index % 4; turns > 0; turns--) await setImmediate();
        running -= 1;
      });
    }),
  );
  expect(most).toBe(3);
  expect(running).toBe(0);
});

test('who comes while a place is handed on does not slip in before those who wait', async () => {
  const jobs = jobsFor(new BoundedQueue(1, 10));
  const first = jobs.begin('first');
  const waiting = jobs.begin('waiting');
  const late = first.then(() => jobs.begin('late'));
  await setImmediate();
  await jobs.end('first');
  expect(jobs.begun).toEqual(['first', 'waiting']);
  await jobs.end('waiting');
  await jobs.end('late');
  expect(await Promise.all([first, waiting, late])).toEqual(['first', 'waiting', 'late']);
});

test('when too many wait the next is refused at once, and taken again when there is room', async () => {
  const jobs = jobsFor(new BoundedQueue(1, 1));
  const [first, second] = [jobs.begin('first'), jobs.begin('second')];
  const refusal = await jobs.begin('third').catch((error) => error);
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '5' } });
  await jobs.end('first');
  const fourth = jobs.begin('fourth');
  await jobs.end('second');
  await jobs.end('fourth');
  expect(await Promise.all([first, second, fourth])).toEqual(['first', 'second', 'fourth']);
  expect(jobs.begun).not.toContain('third');
});

test('a job that fails says so to its caller alone and frees its place', async () => {
  const jobs = jobsFor(new BoundedQueue(1, 2));
  const failing = expect(jobs.begin('failing')).rejects.toThrow('broken');
  const next = jobs.begin('next');
  await setImmediate();
  await jobs.end('failing', new Error('broken'));
  await failing;
  expect(jobs.begun).toEqual(['failing', 'next']);
  await jobs.end('next');
  expect(await next).toBe('next');

  const queue = new BoundedQueue(1, 0);
  const throwing = () => {
    throw new Error('at once');
  };
  await expect(queue.run(throwing)).rejects.toThrow('at once');
  expect(await queue.run(async () => 'free')).toBe('free');
});
