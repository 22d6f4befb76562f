import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type * as z from 'zod/mini';
import { calls } from '../../contract/calls.ts';
import type { NormChange, NormReply } from '../../contract/norm.schema.ts';
import { createCallThunk } from '../state.ts';

export interface NormState extends NormReply {
  isLoading: boolean;
}

interface WithNorm {
  norma: NormState;
}

const initialState: NormState = {
  dailyNorma: 0,
  gender: 'woman',
  weight: 0,
  activityTime: 0,
  willDrink: 0,
  isLoading: false,
};

export const fetchNorm = createCallThunk('norma/fetch', (send) => send(calls.getNorm, {}));

export const changeNorm = createCallThunk(
  'norma/change',
  async (send, body: z.input<typeof NormChange>): Promise<NormReply> => {
    const reply = await send(calls.changeNorm, { body });
    return {
      dailyNorma: reply.updatedDailyNorma,
      gender: reply.updatedGender,
      weight: reply.updatedWeight,
      activityTime: reply.updatedActivityTime,
      willDrink: reply.updatedWillDrink,
    };
  },
);

const normSlice = createSlice({
  name: 'norma',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(isAnyOf(fetchNorm.pending, changeNorm.pending), (state) => {
        state.isLoading = true;
      })
      .addMatcher(isAnyOf(fetchNorm.fulfilled, changeNorm.fulfilled), (_state, { payload }) => ({
        ...payload,
        isLoading: false,
      }))
      .addMatcher(isAnyOf(fetchNorm.rejected, changeNorm.rejected), (state) => {
        state.isLoading = false;
      });
  },
});

export const normReducer = normSlice.reducer;
export const selectNorm = (state: WithNorm) => state.norma;
