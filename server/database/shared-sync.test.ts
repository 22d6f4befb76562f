import { expect, test } from 'vitest';
import { SharedSync } from './shared-sync.ts';

/** A disk that syncs when it is told to. */
function slowDisk() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const shared = new SharedSync(() => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    return sync.promise;
  });
  const told: string[] = [];
  const wait = (name: string) =>
    shared.wait().then(
      () => told.push(name),
      (error) => told.push(`${name}: ${error.message}`),
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { syncs, told, wait, settled };
}

test('whoever asks while a sync is under way shares the next one', async () => {
  const { syncs, told, wait, settled } = slowDisk();
  wait('first');
  for (const name of ['second', 'third', 'fourth']) wait(name);
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await settled();
  expect(told).toEqual(['first']);
  expect(syncs).toHaveLength(2);
  syncs[1]?.resolve();
  await settled();
  expect(told).toEqual(['first', 'second', 'third', 'fourth']);
  expect(syncs).toHaveLength(2);
});

test('one who asks later has a sync of their own', async () => {
  const { syncs, told, wait, settled } = slowDisk();
  for (const name of ['first', 'second']) {
    wait(name);
    syncs.at(-1)?.resolve();
    await settled();
  }
  expect(told).toEqual(['first', 'second']);
  expect(syncs).toHaveLength(2);
});

test('after a failed sync nobody is told that anything was synced', async () => {
  const { syncs, told, wait, settled } = slowDisk();
  wait('under way');
  wait('waiting');
  syncs[0]?.reject(new Error('EIO'));
  await settled();
  wait('later');
  await settled();
  expect(told.sort()).toEqual(['later: EIO', 'under way: EIO', 'waiting: EIO']);
  expect(syncs).toHaveLength(1);
});
