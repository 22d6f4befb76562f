import { createSlice } from '@reduxjs/toolkit';
import type { Month } from '../../contract/calendar.ts';
import { calls } from '../../contract/calls.ts';
import type { MonthDay } from '../../contract/water.schema.ts';
import type { Failure } from '../failure.ts';
import { createCallThunk } from '../state.ts';

export interface MonthState {
  /** The month that is looked at; its days may still be on their way. */
  shown: Month | null;
  /** The latest request; answers may overtake each other when one leafs or writes quickly, and only its one counts. */
  requestId: string | null;
  month: MonthDay[];
  isLoading: boolean;
  error: Failure | null;
}

interface WithMonth {
  month: MonthState;
}

const initialState: MonthState = {
  shown: null,
  requestId: null,
  month: [],
  isLoading: false,
  error: null,
};

export const fetchMonth = createCallThunk('month/fetch', (send, month: Month) =>
  send(calls.getMonth, { query: { date: month } }),
);

const monthSlice = createSlice({
  name: 'month',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(fetchMonth.pending, (state, { meta }) => {
        if (state.shown !== meta.arg) state.month = [];
        state.shown = meta.arg;
        state.requestId = meta.requestId;
        state.isLoading = true;
        state.error = null;
      })
      .addCase(fetchMonth.fulfilled, (state, { payload, meta }) => {
        if (state.requestId !== meta.requestId) return;
        state.month = payload;
        state.isLoading = false;
        state.error = null;
      })
      .addCase(fetchMonth.rejected, (state, { payload, meta }) => {
        if (state.requestId !== meta.requestId) return;
        state.isLoading = false;
        state.error = payload ?? null;
      });
  },
});

export const monthReducer = monthSlice.reducer;
export const selectMonth = (state: WithMonth) => state.month;
