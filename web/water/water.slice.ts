import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { type Day, dayOf, type WallClock } from '../../contract/calendar.ts';
import { calls } from '../../contract/calls.ts';
import type { DayReply, PortionReply } from '../../contract/water.ts';
import { fromWire, toWire } from '../../contract/wire-time.ts';
import { createCallThunk } from '../state.ts';

/** One drink; its time is the wall clock. */
export interface Portion {
  id: string;
  /** Millilitres. */
  waterVolume: number;
  time: WallClock;
}

export type PortionFacts = Omit<Portion, 'id'>;

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
  /** What was drunk today, ml. */
  dailyDrank: number;
  /** Today's norm, litres. */
  waterNorma: number;
  ownerId: string;
  isLoading: boolean;
}

interface WithWater {
  water: WaterState;
}

const initialState: WaterState = {
  today: null,
  chosen: null,
  dailyDrank: 0,
  waterNorma: 0,
  ownerId: '',
  isLoading: false,
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

/** A portion as it is to be from now on, and the day on which it stands so far. */
export interface PortionEdit extends Portion {
  day: Day;
}

export const editPortion = createCallThunk(
  'water/edit',
  async (send, { day, id, waterVolume, time }: PortionEdit) => {
    const body = { waterVolume, time: toWire(time) };
    return toPortion(await send(calls.editPortion, { params: { _id: day }, query: { portionID: id }, body }));
  },
);

export const deletePortion = createCallThunk(
  'water/delete',
  async (send, { day, id }: { day: Day; id: string }) => {
    await send(calls.deletePortion, { params: { _id: day }, query: { portionID: id } });
    return id;
  },
);

const isPendingCall = isAnyOf(
  fetchToday.pending,
  fetchChosen.pending,
  addPortion.pending,
  editPortion.pending,
  deletePortion.pending,
);

const isSettledCall = isAnyOf(
  fetchToday.settled,
  fetchChosen.settled,
  addPortion.settled,
  editPortion.settled,
  deletePortion.settled,
);

const waterSlice = createSlice({
  name: 'water',
  initialState,
  reducers: {
    /** Looking into another day is over. */
    chosenLeft: (state) => {
      state.chosen = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(fetchToday.fulfilled, (state, { payload, meta }) => {
        state.today = payload;
        state.waterNorma = payload.dailyNorma;
        state.ownerId = meta.arg.ownerId;
      })
      .addCase(fetchChosen.fulfilled, (state, { payload }) => {
        state.chosen = payload;
      })
      .addCase(addPortion.fulfilled, (state, { payload }) => {
        for (const record of loadedDays(state)) {
          if (record._id === dayOf(payload.time)) append(record, payload);
        }
      })
      .addCase(editPortion.fulfilled, (state, { payload }) => {
        for (const record of loadedDays(state)) replace(record, payload);
      })
      .addCase(deletePortion.fulfilled, (state, { payload }) => {
        for (const record of loadedDays(state)) remove(record, payload);
      })
      .addMatcher(isPendingCall, (state) => {
        state.isLoading = true;
      })
      .addMatcher(isSettledCall, (state) => {
        state.isLoading = false;
        state.dailyDrank = state.today?.drankWater ?? 0;
      });
  },
});

const loadedDays = ({ today, chosen }: WaterState) => [today, chosen].filter((record) => record !== null);

function append(record: DayRecord, portion: Portion): void {
  // Sent again after a lost answer, the same portion may come back a second time.
  if (record.waterlist.some(({ id }) => id === portion.id)) return;
  record.waterlist.push(portion);
  record.drankWater += portion.waterVolume;
}

/** Replaces the portion with this id, wherever it stood; a portion that moved to another day leaves the one and joins the other. */
function replace(record: DayRecord, portion: Portion): void {
  const index = record.waterlist.findIndex(({ id }) => id === portion.id);
  const belongsHere = record._id === dayOf(portion.time);
  if (index >= 0) record.waterlist.splice(index, 1, ...(belongsHere ? [portion] : []));
  else if (belongsHere) record.waterlist.push(portion);
  record.drankWater = totalOf(record);
}

function remove(record: DayRecord, id: string): void {
  record.waterlist = record.waterlist.filter((portion) => portion.id !== id);
  record.drankWater = totalOf(record);
}

function totalOf({ waterlist }: DayRecord): number {
  return waterlist.reduce((sum, { waterVolume }) => sum + waterVolume, 0);
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
