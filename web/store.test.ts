import { describe, expect, it, vi } from 'vitest';
import { calls } from '../contract/calls.ts';
import { toWire } from '../contract/wire-time.ts';
import {
  deleteAccount,
  logOut,
  refreshUser,
  sessionOver,
  signIn,
  tokenRestored,
} from './account/auth.slice.ts';
import { fetchMonth } from './month/month.slice.ts';
import { changeNorm, fetchNorm } from './norm/norm.slice.ts';
import { createStore } from './store.ts';
import { type CallThunk, olena, openSignedIn } from './testing/test-store.ts';
import { addPortion, deletePortion, editPortion, fetchToday } from './water/water.slice.ts';

const initial = createStore().getState();
const norm = { dailyNorma: 2, gender: 'woman', weight: 60, activityTime: 0, willDrink: 0 } as const;
const portion = { id: 'p1', waterVolume: 250, time: toWire('2026-11-20T08:00') };
const figures = { dailyNorma: 2, drankWater: 250, percent: 13, servings: 1 };
const today = { _id: '2026-11-20', date: '2026-11-20', ...figures, waterlist: [portion] };
const loadToday = () => fetchToday({ now: '2026-11-20T09:00', ownerId: olena.id });

/** The store with something in every slice. */
async function openFull() {
  const opened = openSignedIn();
  const { store, server } = opened;
  server.answer(calls.getNorm, norm);
  server.answer(calls.getDay, today);
  server.answer(calls.getMonth, [{ date: '2026-11-20', ...figures }]);
  await store.dispatch(fetchNorm());
  await store.dispatch(loadToday());
  await store.dispatch(fetchMonth('2026-11'));
  for (const [slice, state] of Object.entries(store.getState())) {
    expect(state).not.toEqual(initial[slice as keyof typeof initial]);
  }
  server.asked.length = 0;
  return opened;
}

describe('the end of a session', () => {
  it('leaves nothing of the person after logging out', async () => {
    const { store, server } = await openFull();
    server.answer(calls.logout, undefined);
    await store.dispatch(logOut());
    expect(store.getState()).toEqual(initial);
  });

  it('leaves nothing of the person after the account is deleted', async () => {
    const { store, server } = await openFull();
    server.answer(calls.deleteAccount, undefined);
    await store.dispatch(deleteAccount());
    expect(store.getState()).toEqual(initial);
  });

  it.each([
    { name: 'the server says that it is over', action: sessionOver() },
    { name: 'another tab logs out', action: tokenRestored(null) },
  ])('leaves nothing of the person when $name', async ({ action }) => {
    const { store } = await openFull();
    store.dispatch(action);
    expect(store.getState()).toEqual(initial);
  });

  const privateCalls: { name: string; run(): CallThunk }[] = [
    { name: 'the norm', run: () => fetchNorm() },
    { name: 'a new norm', run: () => changeNorm({ dailyNorma: 3 }) },
    { name: 'today', run: loadToday },
    { name: 'a new portion', run: () => addPortion({ waterVolume: 1, time: '2026-11-20T08:00', key: 'k' }) },
    { name: 'the month', run: () => fetchMonth('2026-11') },
    { name: 'the current user', run: () => refreshUser() },
  ];

  it.each(privateCalls)('comes with a 401 to $name', async ({ run }) => {
    const { store, server } = await openFull();
    for (const call of Object.values(calls)) server.refuse(call, 'unauthorized');
    await store.dispatch(run());
    const { auth, ...others } = store.getState();
    expect({ ...auth, error: null }).toEqual(initial.auth);
    expect(others).toEqual({ norma: initial.norma, water: initial.water, month: initial.month });
  });

  it('does not come with a 401 at sign-in, which speaks of the credentials', async () => {
    const { store, server } = await openFull();
    const { auth, ...others } = store.getState();
    server.refuse(calls.login, 'wrong_credentials');
    await store.dispatch(signIn({ email: 'olena@example.com', password: 'deep red sea' }));
    expect(store.getState()).toMatchObject({
      ...others,
      auth: { ...auth, error: { code: 'wrong_credentials' } },
    });
  });

  it('outlasts an answer that was still on its way', async () => {
    const { store, server } = await openFull();
    const late = Promise.withResolvers<typeof today>();
    server.answer(calls.getDay, late.promise);
    void store.dispatch(loadToday());
    store.dispatch(tokenRestored(null));
    late.resolve(today);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(store.getState()).toEqual(initial);
  });

  it('does not end the next one with a late 401', async () => {
    const { store, server } = await openFull();
    const late = Promise.withResolvers<void>();
    server.refuse(calls.getMonth, 'unauthorized', { after: late.promise });
    void store.dispatch(fetchMonth('2026-11'));
    store.dispatch(tokenRestored('next-token'));
    late.resolve();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(store.getState().auth.token).toBe('next-token');
  });
});

describe('the month that is looked at', () => {
  const known = { id: 'p1', waterVolume: 250, time: '2026-11-20T08:00' };
  const changes: { name: string; run(): CallThunk }[] = [
    {
      name: 'a portion was added',
      run: () => addPortion({ waterVolume: 1, time: '2026-11-20T08:00', key: 'k' }),
    },
    {
      name: 'a portion was edited',
      run: () => editPortion({ portion: known, facts: { waterVolume: 1, time: '2026-11-20T08:00' } }),
    },
    { name: 'a portion was deleted', run: () => deletePortion(known) },
    { name: 'the norm was changed', run: () => changeNorm({ dailyNorma: 3 }) },
  ];

  const answerChanges = ({ server }: Awaited<ReturnType<typeof openFull>>) => {
    server.answer(calls.addPortion, portion);
    server.answer(calls.editPortion, portion);
    server.answer(calls.deletePortion, undefined);
    server.answer(calls.changeNorm, {
      updatedDailyNorma: 3,
      updatedGender: 'woman',
      updatedWeight: 0,
      updatedActivityTime: 0,
      updatedWillDrink: 0,
    });
  };
  const fetched = ({ asked }: { asked: Request[] }) =>
    asked.filter(({ url }) => url.includes('/water/month'));

  it.each(changes)('is fetched again after $name', async ({ run }) => {
    const opened = await openFull();
    answerChanges(opened);
    const month = [{ date: '2026-11-20', dailyNorma: 2, drankWater: 999, percent: 50, servings: 2 }];
    opened.server.answer(calls.getMonth, month);
    await opened.store.dispatch(run());
    await vi.waitFor(() => expect(opened.store.getState().month.month).toEqual(month));
    expect(fetched(opened.server)).toHaveLength(1);
  });

  it.each(changes)('is left alone where it did not work that $name', async ({ run }) => {
    const { store, server } = await openFull();
    await store.dispatch(run());
    expect(fetched(server)).toHaveLength(0);
  });

  it('is fetched by nobody as long as none is looked at', async () => {
    const opened = openSignedIn();
    answerChanges(opened);
    await opened.store.dispatch(deletePortion(known));
    expect(fetched(opened.server)).toHaveLength(0);
  });
});
