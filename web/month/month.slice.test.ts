import { describe, expect, it } from 'vitest';
import { daysOfMonth } from '../../contract/calendar.ts';
import { calls } from '../../contract/calls.ts';
import { openSignedIn, openStore } from '../testing/test-store.ts';
import { fetchMonth } from './month.slice.ts';

const initial = { shown: null, requestId: null, month: [], isLoading: false, error: null };
/** After the first request. */
const asked = { ...initial, requestId: expect.any(String) };

/** What the server answers for a month. */
const daysFor = (month: string, drankWater = 0) =>
  daysOfMonth(month).map((date) => ({
    date,
    dailyNorma: 2,
    drankWater,
    percent: drankWater / 20,
    servings: 1,
  }));

const october = daysFor('2026-10');
const november = daysFor('2026-11');

describe('the month in the browser', () => {
  it('starts empty', () => {
    expect(openStore().store.getState().month).toEqual(initial);
  });

  it('is the list that was fetched, without an error', async () => {
    const { store, server } = openSignedIn();
    await store.dispatch(fetchMonth('2026-11'));
    expect(store.getState().month.error).not.toBeNull();

    server.answer(calls.getMonth, november);
    await store.dispatch(fetchMonth('2026-11'));
    expect(store.getState().month).toEqual({ ...asked, shown: '2026-11', month: november });
  });

  it('asks by a date', async () => {
    const { store, server } = openSignedIn();
    await store.dispatch(fetchMonth('2026-11'));
    expect(server.asked[0]?.url).toMatch('/api/user/water/month?date=2026-11');
  });

  it('forgets the last error while it is pending', async () => {
    const { store, server } = openSignedIn();
    await store.dispatch(fetchMonth('2026-11'));
    server.answer(calls.getMonth, new Promise<never>(() => {}));
    void store.dispatch(fetchMonth('2026-11'));
    expect(store.getState().month).toEqual({ ...asked, shown: '2026-11', isLoading: true });
  });

  it('keeps why it was rejected, and the days that it had', async () => {
    const { store, server } = openSignedIn();
    server.answer(calls.getMonth, november);
    await store.dispatch(fetchMonth('2026-11'));
    server.refuse(calls.getMonth, 'unavailable');
    const result = await store.dispatch(fetchMonth('2026-11'));
    const error = { code: 'unavailable', message: 'About unavailable.', fields: [] };
    expect(result.payload).toEqual(error);
    expect(store.getState().month).toEqual({ ...asked, shown: '2026-11', month: november, error });
  });

  it('keeps its days while they are fetched again, and drops them for another month', async () => {
    const { store, server } = openSignedIn();
    server.answer(calls.getMonth, november);
    await store.dispatch(fetchMonth('2026-11'));
    server.answer(calls.getMonth, new Promise<never>(() => {}));
    void store.dispatch(fetchMonth('2026-11'));
    expect(store.getState().month.month).toEqual(november);
    void store.dispatch(fetchMonth('2026-10'));
    expect(store.getState().month).toMatchObject({ shown: '2026-10', month: [] });
  });

  it('is the one asked for last, whichever answer comes last', async () => {
    const { store, server } = openSignedIn();
    const slow = Promise.withResolvers<typeof october>();
    server.answer(calls.getMonth, slow.promise);
    const overtaken = store.dispatch(fetchMonth('2026-10'));
    server.answer(calls.getMonth, november);
    await store.dispatch(fetchMonth('2026-11'));
    slow.resolve(october);
    await overtaken;
    expect(store.getState().month).toEqual({ ...asked, shown: '2026-11', month: november });
  });

  it('shows no error of a month that was left', async () => {
    const { store, server } = openSignedIn();
    const slow = Promise.withResolvers<typeof october>();
    server.answer(calls.getMonth, slow.promise);
    const overtaken = store.dispatch(fetchMonth('2026-10'));
    server.answer(calls.getMonth, november);
    await store.dispatch(fetchMonth('2026-11'));
    slow.reject(new TypeError('Failed to fetch'));
    await overtaken;
    expect(store.getState().month).toEqual({ ...asked, shown: '2026-11', month: november });
  });

  it('shows the newest figures, whichever answer for the same month comes last', async () => {
    const { store, server } = openSignedIn();
    const slow = Promise.withResolvers<typeof november>();
    server.answer(calls.getMonth, slow.promise);
    const overtaken = store.dispatch(fetchMonth('2026-11'));
    const newest = daysFor('2026-11', 250);
    server.answer(calls.getMonth, newest);
    await store.dispatch(fetchMonth('2026-11'));
    slow.resolve(november);
    await overtaken;
    expect(store.getState().month.month).toEqual(newest);
  });
});
