import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { Api } from './api.ts';
import { type Failure, isFailure } from './failure.ts';

/** What every thunk gets beside the state: the client of the API. */
export interface Extra {
  send: Api;
}

export type Dispatch = ThunkDispatch<unknown, Extra, UnknownAction>;
export const useAppDispatch = useDispatch.withTypes<Dispatch>();

const createThunk = createAsyncThunk.withTypes<{ extra: Extra; rejectValue: Failure }>();

/** A thunk that calls the API; where the call fails, the action is rejected with the `Failure` as its payload. */
export function createCallThunk<Result, Argument = void>(
  type: string,
  run: (send: Api, argument: Argument) => Promise<Result>,
) {
  return createThunk<Result, Argument>(type, async (argument, { extra, rejectWithValue }) => {
    try {
      return await run(extra.send, argument);
    } catch (failure) {
      if (isFailure(failure)) return rejectWithValue(failure);
      throw failure;
    }
  });
}
