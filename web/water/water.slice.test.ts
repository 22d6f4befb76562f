import { describe, expect, it } from 'vitest';
import { type Call, calls } from '../../contract/calls.ts';
import type { DayReply } from '../../contract/water.schema.ts';
import { toWire } from '../../contract/wire-time.ts';
import { type CallThunk, openSignedIn, openStore } from '../testing/test-store.ts';
import {
  addPortion,
  chosenLeft,
  deletePortion,
  editPortion,
  fetchChosen,
  fetchToday,
  fetchUsualVolumes,
  type Portion,
  type WaterState,
} from './water.slice.ts';

const initial = {
  today: null,
  chosen: null,
  chosenRequestId: null,
  usualVolumes: null,
  dailyDrank: 0,
  waterNorma: 0,
  ownerId: '',
  isLoading: false,
  writesSinceFetch: 0,
};

const morning = { id: 'p1', waterVolume: 250, time: '2026-11-20T08:05' };
const evening = { id: 'p2', waterVolume: 330, time: '2026-11-20T22:40' };
const dayBefore = { id: 'p0', waterVolume: 500, time: '2026-11-19T12:00' };

const toReply = ({ time, ...portion }: Portion) => ({ ...portion, time: toWire(time) });

/** What the server answers for a day. */
function dayReply(day: string, portions: Portion[], dailyNorma = 2): DayReply {
  const drankWater = portions.reduce((sum, { waterVolume }) => sum + waterVolume, 0);
  return {
    _id: day,
    date: day,
    dailyNorma,
    drankWater,
    percent: Math.round(drankWater / dailyNorma / 10),
    servings: portions.length,
    waterlist: portions.map(toReply),
  };
}

/** The store with today, and the day before looked into. */
async function openWithDays() {
  const opened = openSignedIn();
  const { store, server } = opened;
  server.answer(calls.getDay, dayReply('2026-11-20', [morning, evening]));
  await store.dispatch(fetchToday({ now: '2026-11-20T23:10', ownerId: 'account-1' }));
  server.answer(calls.getDay, dayReply('2026-11-19', [dayBefore]));
  await store.dispatch(fetchChosen('2026-11-19'));
  server.asked.length = 0;
  return opened;
}

/** What a person sees of the state: portions are shown by time, in whatever order they are held. */
function contentOf({ writesSinceFetch: _writes, chosenRequestId: _request, today, ...rest }: WaterState) {
  const waterlist = today?.waterlist.toSorted((a, b) => a.time.localeCompare(b.time));
  return { ...rest, today: { ...today, waterlist } };
}

const facts = { waterVolume: 200, time: '2026-11-20T10:00' };

const everyCall: { name: string; call: Call; run(): CallThunk }[] = [
  {
    name: 'loading today',
    call: calls.getDay,
    run: () => fetchToday({ now: '2026-11-20T23:10', ownerId: 'account-1' }),
  },
  { name: 'loading another day', call: calls.getDay, run: () => fetchChosen('2026-11-18') },
  { name: 'adding a portion', call: calls.addPortion, run: () => addPortion({ ...facts, key: 'k' }) },
  {
    name: 'editing a portion',
    call: calls.editPortion,
    run: () => editPortion({ portion: morning, facts }),
  },
  {
    name: 'deleting a portion',
    call: calls.deletePortion,
    run: () => deletePortion(morning),
  },
];

describe('the water in the browser', () => {
  it('starts empty', () => {
    expect(openStore().store.getState().water).toEqual(initial);
  });

  it('keeps the usual volumes, and offers none of its own where they cannot be had', async () => {
    const { store, server } = openSignedIn();
    server.refuse(calls.getUsualVolumes, 'unavailable');
    await store.dispatch(fetchUsualVolumes());
    expect(store.getState().water.usualVolumes).toEqual([]);
    server.answer(calls.getUsualVolumes, { volumes: [330, 200] });
    await store.dispatch(fetchUsualVolumes());
    expect(store.getState().water.usualVolumes).toEqual([330, 200]);
    server.refuse(calls.getUsualVolumes, 'unavailable');
    await store.dispatch(fetchUsualVolumes());
    expect(store.getState().water.usualVolumes).toEqual([330, 200]);
  });

  it('takes today, its total, its norm and its owner from what was loaded', async () => {
    const { store, server } = openSignedIn();
    server.answer(calls.getDay, dayReply('2026-11-20', [morning, evening], 1.85));
    await store.dispatch(fetchToday({ now: '2026-11-20T23:10', ownerId: 'account-1' }));
    expect(store.getState().water).toEqual({
      ...initial,
      today: { _id: '2026-11-20', dailyNorma: 1.85, drankWater: 580, waterlist: [morning, evening] },
      dailyDrank: 580,
      waterNorma: 1.85,
      ownerId: 'account-1',
    });
  });

  it.each(everyCall)('is loading while $name is pending', async ({ call, run }) => {
    const { store, server } = await openWithDays();
    server.answer(call, new Promise<never>(() => {}));
    void store.dispatch(run());
    expect(store.getState().water.isLoading).toBe(true);
  });

  it.each(everyCall)('is as before, and no longer loading, when $name fails', async ({ call, run }) => {
    const { store, server } = await openWithDays();
    const before = contentOf(store.getState().water);
    server.refuse(call, 'unavailable');
    const result = await store.dispatch(run());
    expect(contentOf(store.getState().water)).toEqual(before);
    expect(result).toMatchObject({ payload: { code: 'unavailable' } });
  });

  it('leaves the other day without touching today', async () => {
    const { store } = await openWithDays();
    store.dispatch(chosenLeft());
    expect(store.getState().water).toMatchObject({ chosen: null, today: { _id: '2026-11-20' } });
  });

  it.each([
    { later: 'another day was chosen', act: () => fetchChosen('2026-11-19'), shown: '2026-11-19' },
    { later: 'that day was left again', act: () => chosenLeft(), shown: undefined },
  ])('looks into no day that arrives after $later', async ({ act, shown }) => {
    const { store, server } = openSignedIn();
    const slow = Promise.withResolvers<DayReply>();
    server.answer(calls.getDay, slow.promise);
    const overtaken = store.dispatch(fetchChosen('2026-11-01'));
    server.answer(calls.getDay, dayReply('2026-11-19', [dayBefore]));
    await store.dispatch(act() as CallThunk);
    slow.resolve(dayReply('2026-11-01', []));
    await overtaken;
    expect(store.getState().water.chosen?._id).toBe(shown);
  });
});

describe('adding a portion', () => {
  it('appends it and raises the total by its volume', async () => {
    const { store, server } = await openWithDays();
    const added = { id: 'p3', ...facts };
    server.answer(calls.addPortion, toReply(added));
    await store.dispatch(addPortion({ ...facts, key: 'k' }));
    const { today, dailyDrank, isLoading } = store.getState().water;
    expect(today).toMatchObject({ drankWater: 780, waterlist: [morning, evening, added] });
    expect({ dailyDrank, isLoading }).toEqual({ dailyDrank: 780, isLoading: false });
  });

  it('leaves today alone when it belongs to another day', async () => {
    const { store, server } = await openWithDays();
    const added = { id: 'p3', waterVolume: 100, time: '2026-11-19T23:59' };
    server.answer(calls.addPortion, toReply(added));
    await store.dispatch(addPortion({ ...added, key: 'k' }));
    const { today, chosen, dailyDrank } = store.getState().water;
    expect(today).toMatchObject({ drankWater: 580, waterlist: [morning, evening] });
    expect(chosen).toMatchObject({ drankWater: 600, waterlist: [dayBefore, added] });
    expect(dailyDrank).toBe(580);
  });

  it('counts once what the server answers twice', async () => {
    const { store, server } = await openWithDays();
    server.answer(calls.addPortion, toReply({ id: 'p3', ...facts }));
    await store.dispatch(addPortion({ ...facts, key: 'k' }));
    await store.dispatch(addPortion({ ...facts, key: 'k' }));
    expect(store.getState().water.today).toMatchObject({ drankWater: 780, waterlist: { length: 3 } });
  });
});

describe('editing a portion', () => {
  it('replaces the one with its id and sums up the volumes again', async () => {
    const { store, server } = await openWithDays();
    const edited = { id: 'p1', waterVolume: 400, time: '2026-11-20T09:00' };
    server.answer(calls.editPortion, toReply(edited));
    await store.dispatch(editPortion({ portion: morning, facts: edited }));
    expect(store.getState().water.today).toMatchObject({ drankWater: 730, waterlist: [edited, evening] });
    expect(store.getState().water.dailyDrank).toBe(730);
  });

  it.each([
    { to: 'a day that is not shown', time: '2026-11-01T09:00', chosen: { drankWater: 500 } },
    { to: 'the other day that is shown', time: '2026-11-19T09:00', chosen: { drankWater: 750 } },
  ])('takes it from its day when it moves to $to', async ({ time, chosen }) => {
    const { store, server } = await openWithDays();
    server.answer(calls.editPortion, toReply({ ...morning, time }));
    await store.dispatch(editPortion({ portion: morning, facts: { ...morning, time } }));
    expect(store.getState().water).toMatchObject({
      today: { drankWater: 330, waterlist: [evening] },
      chosen,
      dailyDrank: 330,
    });
  });
});

describe('deleting a portion', () => {
  it('removes the one with its id and sums up the volumes again', async () => {
    const { store, server } = await openWithDays();
    server.answer(calls.deletePortion, undefined);
    const result = await store.dispatch(deletePortion(morning));
    expect(result.payload).toBe('p1');
    expect(store.getState().water).toMatchObject({
      today: { drankWater: 330, waterlist: [evening] },
      chosen: { drankWater: 500 },
      dailyDrank: 330,
    });
  });
});

describe('before the server has answered', () => {
  const later = { waterVolume: 100, time: '2026-11-20T23:00' };

  it.each<{ name: string; call: Call; run(): CallThunk; shown: { drankWater: number; waterlist: object[] } }>(
    [
      {
        name: 'an added portion is shown, and cannot be changed yet',
        call: calls.addPortion,
        run: () => addPortion({ ...later, key: 'k' }),
        shown: { drankWater: 680, waterlist: [morning, evening, { ...later, isUnconfirmed: true }] },
      },
      {
        name: 'an edited portion is shown as it is to be',
        call: calls.editPortion,
        run: () => editPortion({ portion: morning, facts: { ...morning, waterVolume: 100 } }),
        shown: { drankWater: 430, waterlist: [{ id: 'p1', waterVolume: 100 }, evening] },
      },
      {
        name: 'a deleted portion is gone',
        call: calls.deletePortion,
        run: () => deletePortion(morning),
        shown: { drankWater: 330, waterlist: [evening] },
      },
    ],
  )('$name', async ({ call, run, shown }) => {
    const { store, server } = await openWithDays();
    server.answer(call, new Promise<never>(() => {}));
    void store.dispatch(run());
    expect(store.getState().water).toMatchObject({ today: shown, dailyDrank: shown.drankWater });
  });

  it('two writes at once are taken back each for itself', async () => {
    const { store, server } = await openWithDays();
    server.refuse(calls.editPortion, 'unavailable');
    server.answer(calls.deletePortion, undefined);
    await Promise.all([
      store.dispatch(editPortion({ portion: morning, facts: { ...morning, waterVolume: 1 } })),
      store.dispatch(deletePortion(evening)),
    ]);
    expect(store.getState().water.today).toMatchObject({ drankWater: 250, waterlist: [morning] });
  });

  it('a portion that the server no longer has does not come back', async () => {
    const { store, server } = await openWithDays();
    server.refuse(calls.deletePortion, 'not_found');
    await store.dispatch(deletePortion(morning));
    expect(store.getState().water.today).toMatchObject({ drankWater: 330, waterlist: [evening] });
  });

  it('an answer for today that does not know of a write does not undo it', async () => {
    const { store, server } = await openWithDays();
    const late = Promise.withResolvers<DayReply>();
    server.answer(calls.getDay, late.promise);
    const fetching = store.dispatch(fetchToday({ now: '2026-11-20T23:11', ownerId: 'account-1' }));
    server.answer(calls.deletePortion, undefined);
    await store.dispatch(deletePortion(morning));
    late.resolve(dayReply('2026-11-20', [morning, evening]));
    await fetching;
    expect(store.getState().water.today).toMatchObject({ drankWater: 330, waterlist: [evening] });
  });
});

describe('what the server is asked', () => {
  const questions: { name: string; run(): CallThunk; asked: object }[] = [
    {
      name: 'today, two hours ahead of the clock on the wall',
      run: () => fetchToday({ now: '2026-12-31T23:10', ownerId: 'account-1' }),
      asked: { method: 'GET', address: '/api/user/water/today?date=2027-01-01T01%3A10' },
    },
    {
      name: 'another day, somewhere within it',
      run: () => fetchChosen('2026-11-19'),
      asked: { method: 'GET', address: '/api/user/water/today?date=2026-11-19T14%3A00' },
    },
    {
      name: 'to add a portion, its time two hours ahead',
      run: () => addPortion({ waterVolume: 250, time: '2026-11-20T22:30', key: 'k' }),
      asked: {
        method: 'POST',
        address: '/api/user/water',
        body: { waterVolume: 250, time: '2026-11-21T00:30' },
      },
    },
    {
      name: 'to change a portion of a day',
      run: () => editPortion({ portion: evening, facts: { waterVolume: 330, time: '2026-11-20T22:30' } }),
      asked: {
        method: 'PUT',
        address: '/api/user/water/2026-11-20?portionID=p2',
        body: { waterVolume: 330, time: '2026-11-21T00:30' },
      },
    },
    {
      name: 'to delete a portion of a day',
      run: () => deletePortion(evening),
      asked: { method: 'DELETE', address: '/api/user/water/2026-11-20?portionID=p2' },
    },
  ];

  it.each(questions)('is $name', async ({ run, asked }) => {
    const { store, server } = openSignedIn();
    await store.dispatch(run());
    const [request] = server.asked;
    const { pathname, search } = new URL(request?.url ?? '');
    const text = await request?.text();
    expect({
      method: request?.method,
      address: pathname + search,
      ...(text && { body: JSON.parse(text) }),
    }).toEqual(asked);
  });
});
