import {
  combineReducers,
  configureStore,
  isAnyOf,
  isFulfilled,
  isPending,
  isRejected,
  type Middleware,
} from '@reduxjs/toolkit';
import { authReducer, isSignOut, sessionOver } from './account/auth.slice.ts';
import { createApi } from './api.ts';
import { fetchMonth, monthReducer } from './month/month.slice.ts';
import { changeNorm, normReducer } from './norm/norm.slice.ts';
import type { Dispatch } from './state.ts';
import { wallClockNow } from './ui/wall-clock.ts';
import { addPortion, deletePortion, editPortion, fetchToday, waterReducer } from './water/water.slice.ts';

const features = combineReducers({
  auth: authReducer,
  norma: normReducer,
  water: waterReducer,
  month: monthReducer,
});

export type RootState = ReturnType<typeof features>;
export type Store = ReturnType<typeof createStore>;

/** Where a session ends, nothing of the person stays: every slice goes back to its initial values. */
const reducer: typeof features = (state, action) => features(isSignOut(action) ? undefined : state, action);

const isPortionChange = isAnyOf(addPortion.fulfilled, editPortion.fulfilled, deletePortion.fulfilled);

/** What features show of each other's facts follows their changes: the month and today's norm. */
const keepInStep: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const result = next(action);
    const isNormChange = changeNorm.fulfilled.match(action);
    if (!isNormChange && !isPortionChange(action)) return result;
    const { month, water } = getState() as RootState;
    const refresh = dispatch as Dispatch;
    if (month.shown !== null) void refresh(fetchMonth(month.shown));
    if (isNormChange) void refresh(fetchToday({ now: wallClockNow(), ownerId: water.ownerId }));
    return result;
  };

const isBegin = isPending();
const isEnd = isAnyOf(isFulfilled(), isRejected());

/** What one session asked for is nothing to the next: an answer that comes after the end of its session is dropped. */
function forgetOldSessions(): Middleware {
  const underWay = new Set<string>();
  return () => (next) => (action) => {
    if (isSignOut(action)) underWay.clear();
    else if (isBegin(action)) underWay.add(action.meta.requestId);
    else if (isEnd(action) && !underWay.delete(action.meta.requestId)) return action;
    return next(action);
  };
}

/** The application's state, and the client of the API that its thunks call. */
export function createStore() {
  const send = createApi({
    token: () => store.getState().auth.token,
    onOver: () => store.dispatch(sessionOver()),
  });
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { send } } }).concat(forgetOldSessions(), keepInStep),
  });
  return store;
}
