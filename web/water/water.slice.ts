import {
  createSlice,
  isAnyOf,
  isAsyncThunkAction,
  isFulfilled,
  isPending,
  isRejected,
} from '@reduxjs/toolkit';
import { type Day, dayOf, type WallClock } from '../../contract/calendar.ts';
import { calls } from '../../contract/calls.ts';
import type { DayReply, PortionReply } from '../../contract/water.schema.ts';
import { fromWire, toWire } from '../../contract/wire-time.ts';
import type { Failure } from '../failure.ts';
import { createCallThunk } from '../state.ts';

/** One drink; its time is the wall clock. */
export interface Portion {
  id: string;
  /** Millilitres. */
  waterVolume: number;
  time: WallClock;
  /** The server has not answered yet: it cannot be changed until then. */
  isUnconfirmed?: true;
}

export type PortionFacts = Pick<Portion, 'waterVolume' | 'time'>;

/** A day with its portions. */
export interface DayRecord {
  _id: Day;
  /** The norm in force on that day, litres. */
  dailyNorma: number;
  /** Millilitres. */
  drankWater: number;
  waterlist: Portion[];
}

export interface WaterState {
  today: DayRecord | null;
  /** Another day that is looked into. */
  chosen: DayRecord | null;
  /** The request for the day that was chosen last: an answer to an earlier one comes too late. */
  chosenRequestId: string | null;
  /** The volumes that the person drinks most often, ml; null until it is known. */
  usualVolumes: number[] | null;
  /** What was drunk today, ml. */
  dailyDrank: number;
  /** Today's norm, litres. */
  waterNorma: number;
  ownerId: string;
  isLoading: boolean;
  /** How many writes began or ended since today was last asked for. */
  writesSinceFetch: number;
}

interface WithWater {
  water: WaterState;
}

const initialState: WaterState = {
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

/** Loads today, which holds the wall-clock time given. */
export const fetchToday = createCallThunk(
  'water/fetchToday',
  async (send, { now }: { now: WallClock; ownerId: string }) =>
    toDayRecord(await send(calls.getDay, { query: { date: toWire(now) } })),
);

/** Loads another day to look into. */
export const fetchChosen = createCallThunk('water/fetchChosen', async (send, day: Day) =>
  toDayRecord(await send(calls.getDay, { query: { date: toWire(`${day}T12:00`) } })),
);

/** Loads the volumes that the person drinks most often. */
export const fetchUsualVolumes = createCallThunk(
  'water/fetchUsualVolumes',
  async (send) => (await send(calls.getUsualVolumes, {})).volumes,
);

/** A portion to add. The key names the write, so that trying again after a lost answer adds nothing twice. */
export interface NewPortion extends PortionFacts {
  key: string;
}

export const addPortion = createCallThunk(
  'water/add',
  async (send, { waterVolume, time, key }: NewPortion) => {
    const body = { waterVolume, time: toWire(time) };
    return toPortion(await send(calls.addPortion, { body, headers: { 'idempotency-key': key } }));
  },
);

/** A portion as it stands so far, and what it is to be from now on. */
export interface PortionEdit {
  portion: Portion;
  facts: PortionFacts;
}

export const editPortion = createCallThunk('water/edit', async (send, { portion, facts }: PortionEdit) => {
  const body = { waterVolume: facts.waterVolume, time: toWire(facts.time) };
  return toPortion(await send(calls.editPortion, { ...address(portion), body }));
});

export const deletePortion = createCallThunk('water/delete', async (send, portion: Portion) => {
  await send(calls.deletePortion, address(portion));
  return portion.id;
});

/** Where a portion stands: the day of its time, and its id. */
function address({ id, time }: Portion) {
  return { params: { _id: dayOf(time) }, query: { portionID: id } };
}

const fetches = [fetchToday, fetchChosen] as const;
const writes = [addPortion, editPortion, deletePortion] as const;
const isWrite = isAsyncThunkAction(...writes);
const isPendingCall = isPending(...fetches, ...writes);
const isSettledCall = isAnyOf(isFulfilled(...fetches, ...writes), isRejected(...fetches, ...writes));

const waterSlice = createSlice({
  name: 'water',
  initialState,
  reducers: {
    /** Looking into another day is over. */
    chosenLeft: (state) => {
      state.chosen = null;
      state.chosenRequestId = null;
    },
  },
  // Writes show at once, and are taken back where the server says no.
  extraReducers: (builder) => {
    builder
      .addCase(fetchToday.pending, (state) => {
        state.writesSinceFetch = 0;
      })
      .addCase(fetchToday.fulfilled, (state, { payload, meta }) => {
        state.ownerId = meta.arg.ownerId;
        // An answer that was under way while something was written does not know of it.
        const isStale = state.writesSinceFetch > 0 && state.today?._id === payload._id;
        if (!isStale) state.today = payload;
        state.waterNorma = payload.dailyNorma;
        recount(state);
      })
      .addCase(fetchChosen.pending, (state, { meta }) => {
        state.chosenRequestId = meta.requestId;
      })
      .addCase(fetchChosen.fulfilled, (state, { payload, meta }) => {
        if (state.chosenRequestId === meta.requestId) state.chosen = payload;
      })
      .addCase(fetchUsualVolumes.fulfilled, (state, { payload }) => {
        state.usualVolumes = payload;
      })
      .addCase(fetchUsualVolumes.rejected, (state) => {
        // The first offer is better than none.
        state.usualVolumes ??= [];
      })
      .addCase(addPortion.pending, (state, { meta }) => {
        const { waterVolume, time } = meta.arg;
        put(state, { id: meta.requestId, waterVolume, time, isUnconfirmed: true });
      })
      .addCase(addPortion.fulfilled, (state, { payload, meta }) => {
        remove(state, meta.requestId);
        put(state, payload);
      })
      .addCase(addPortion.rejected, (state, { meta }) => {
        remove(state, meta.requestId);
      })
      .addCase(editPortion.pending, (state, { meta }) => {
        put(state, { ...meta.arg.facts, id: meta.arg.portion.id });
      })
      .addCase(editPortion.fulfilled, (state, { payload }) => {
        put(state, payload);
      })
      .addCase(editPortion.rejected, (state, { payload, meta }) => {
        takeBack(state, meta.arg.portion, payload);
      })
      .addCase(deletePortion.pending, (state, { meta }) => {
        remove(state, meta.arg.id);
      })
      .addCase(deletePortion.rejected, (state, { payload, meta }) => {
        takeBack(state, meta.arg, payload);
      })
      .addMatcher(isWrite, (state) => {
        state.writesSinceFetch += 1;
      })
      .addMatcher(isPendingCall, (state) => {
        state.isLoading = true;
      })
      .addMatcher(isSettledCall, (state) => {
        state.isLoading = false;
      });
  },
});

/** Shows a portion on the day that it belongs to, in the place of whatever has its id. */
function put(state: WaterState, portion: Portion): void {
  for (const record of loadedDays(state)) {
    const index = record.waterlist.findIndex(({ id }) => id === portion.id);
    const belongsHere = record._id === dayOf(portion.time);
    if (index >= 0) record.waterlist.splice(index, 1, ...(belongsHere ? [portion] : []));
    else if (belongsHere) record.waterlist.push(portion);
  }
  recount(state);
}

function remove(state: WaterState, portionId: string): void {
  for (const record of loadedDays(state)) {
    record.waterlist = record.waterlist.filter(({ id }) => id !== portionId);
  }
  recount(state);
}

/** Undoes a change that failed. A portion that the server no longer has does not come back. */
function takeBack(state: WaterState, portion: Portion, failure: Failure | undefined): void {
  if (failure?.code === 'not_found') remove(state, portion.id);
  else put(state, portion);
}

function loadedDays({ today, chosen }: WaterState): DayRecord[] {
  return [today, chosen].filter((record) => record !== null);
}

function recount(state: WaterState): void {
  for (const record of loadedDays(state)) {
    record.drankWater = record.waterlist.reduce((sum, { waterVolume }) => sum + waterVolume, 0);
  }
  state.dailyDrank = state.today?.drankWater ?? 0;
}

function toPortion({ time, ...portion }: PortionReply): Portion {
  return { ...portion, time: fromWire(time) };
}

function toDayRecord({ _id, dailyNorma, drankWater, waterlist }: DayReply): DayRecord {
  return { _id, dailyNorma, drankWater, waterlist: waterlist.map(toPortion) };
}

export const { chosenLeft } = waterSlice.actions;
export const waterReducer = waterSlice.reducer;
export const selectWater = (state: WithWater) => state.water;
export const selectUsualVolumes = (state: WithWater) => state.water.usualVolumes;
/** The other day that is looked into; undefined while today is. */
export const selectChosenDay = (state: WithWater) => state.water.chosen?._id;
