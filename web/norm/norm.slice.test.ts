import { describe, expect, it } from 'vitest';
import { type Call, calls } from '../../contract/calls.ts';
import type { NormReply } from '../../contract/norm.schema.ts';
import { type CallThunk, openSignedIn, openStore } from '../testing/test-store.ts';
import { changeNorm, fetchNorm } from './norm.slice.ts';

const initial = {
  dailyNorma: 0,
  gender: 'woman',
  weight: 0,
  activityTime: 0,
  willDrink: 0,
  isLoading: false,
};

const stored: NormReply = { dailyNorma: 2.4, gender: 'man', weight: 60, activityTime: 0, willDrink: 0 };

const everyCall: { name: string; call: Call; run(): CallThunk }[] = [
  { name: 'loading', call: calls.getNorm, run: () => fetchNorm() },
  { name: 'changing', call: calls.changeNorm, run: () => changeNorm({ dailyNorma: 3 }) },
];

/** The store after the norm was loaded. */
async function openWithNorm() {
  const opened = openSignedIn();
  opened.server.answer(calls.getNorm, stored);
  await opened.store.dispatch(fetchNorm());
  return opened;
}

describe('the daily norm in the browser', () => {
  it('starts with a woman and nothing else known', () => {
    expect(openStore().store.getState().norma).toEqual(initial);
  });

  it('is overwritten by what was loaded', async () => {
    const { store } = await openWithNorm();
    expect(store.getState().norma).toEqual({ ...stored, isLoading: false });
  });

  it('is overwritten by the updated fields of a change', async () => {
    const { store, server } = await openWithNorm();
    server.answer(calls.changeNorm, {
      updatedDailyNorma: 1.85,
      updatedGender: 'woman',
      updatedWeight: 55.5,
      updatedActivityTime: 0.25,
      updatedWillDrink: 1.85,
    });
    await store.dispatch(changeNorm({ dailyNorma: 1.85 }));
    expect(store.getState().norma).toEqual({
      dailyNorma: 1.85,
      gender: 'woman',
      weight: 55.5,
      activityTime: 0.25,
      willDrink: 1.85,
      isLoading: false,
    });
  });

  it('sends the five facts of a change as they are', async () => {
    const { store, server } = openSignedIn();
    const facts = { dailyNorma: 2.4, gender: 'man', weight: 60, activityTime: 0, willDrink: 0 } as const;
    await store.dispatch(changeNorm(facts));
    expect(await server.asked[0]?.json()).toEqual(facts);
  });

  it.each(everyCall)('stays as it is while $name is pending', async ({ call, run }) => {
    const { store, server } = await openWithNorm();
    server.answer(call, new Promise<never>(() => {}));
    void store.dispatch(run());
    expect(store.getState().norma).toEqual({ ...stored, isLoading: true });
  });

  it.each(everyCall)('only stops loading when $name fails', async ({ call, run }) => {
    const { store, server } = await openWithNorm();
    server.refuse(call, 'unavailable');
    const result = await store.dispatch(run());
    expect(store.getState().norma).toEqual({ ...stored, isLoading: false });
    expect(result).toMatchObject({ payload: { code: 'unavailable' } });
  });
});
