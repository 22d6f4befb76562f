import { combineReducers, configureStore, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { authReducer, isSignOut, sessionOver } from './account/auth.slice.ts';
import { createApi } from './api.ts';
import { fetchMonth, monthReducer } from './month/month.slice.ts';
import { changeNorm, normReducer } from './norm/norm.slice.ts';
import { addPortion, deletePortion, editPortion, waterReducer } from './water/water.slice.ts';

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

const changesMonth = isAnyOf(
  addPortion.fulfilled,
  editPortion.fulfilled,
  deletePortion.fulfilled,
  changeNorm.fulfilled,
);

/** The statistics of the month that is looked at follow every change of a portion or the norm. */
const keepMonthCurrent: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const result = next(action);
    const { shown } = (getState() as RootState).month;
    if (changesMonth(action) && shown !== null) dispatch(fetchMonth(shown) as never);
    return result;
  };

/** The application's state, and the client of the API that its thunks call. */
export function createStore() {
  const send = createApi({
    token: () => store.getState().auth.token,
    onOver: () => store.dispatch(sessionOver()),
  });
  const store = configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: { send } } }).concat(keepMonthCurrent),
  });
  return store;
}
