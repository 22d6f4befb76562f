import { createSlice, isAnyOf, isPending, isRejected } from '@reduxjs/toolkit';
import type * as z from 'zod/mini';
import type { AccountChange, Credentials, Registration, User } from '../../contract/account.schema.ts';
import { calls } from '../../contract/calls.ts';
import type { Failure } from '../failure.ts';
import { createCallThunk } from '../state.ts';

export interface AuthState {
  token: string | null;
  user: User | null;
  authenticated: boolean;
  isLoading: boolean;
  error: Failure | null;
}

interface WithAuth {
  auth: AuthState;
}

const initialState: AuthState = {
  token: null,
  user: null,
  authenticated: false,
  isLoading: false,
  error: null,
};

export const signUp = createCallThunk('auth/signUp', (send, body: z.input<typeof Registration>) =>
  send(calls.register, { body }),
);
export const signIn = createCallThunk('auth/signIn', (send, body: z.input<typeof Credentials>) =>
  send(calls.login, { body }),
);
export const refreshUser = createCallThunk('auth/refreshUser', (send) => send(calls.currentUser, {}));
export const changeAccount = createCallThunk(
  'auth/changeAccount',
  (send, body: z.input<typeof AccountChange>) => send(calls.changeAccount, { body }),
);
export const changeAvatar = createCallThunk('auth/changeAvatar', (send, file: Blob) =>
  send(calls.changeAvatar, { file }),
);
export const logOut = createCallThunk('auth/logOut', (send) => send(calls.logout, {}));
export const deleteAccount = createCallThunk('auth/deleteAccount', (send) => send(calls.deleteAccount, {}));

const thunks = [signUp, signIn, refreshUser, changeAccount, changeAvatar, logOut, deleteAccount] as const;

const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** This is what the storage holds, at the start or since another tab wrote. The refresh tells whether it counts. */
    tokenRestored: (_state, { payload }: { payload: string | null }) => ({ ...initialState, token: payload }),
    /** The server said that the session is over. */
    sessionOver: () => initialState,
  },
  extraReducers: (builder) => {
    builder
      .addCase(refreshUser.fulfilled, (state, { payload }) => {
        state.user = payload;
        state.authenticated = true;
        state.isLoading = false;
      })
      .addCase(changeAccount.fulfilled, (state, { payload }) => {
        if (state.user) Object.assign(state.user, payload);
        state.isLoading = false;
      })
      .addCase(changeAvatar.fulfilled, (state, { payload }) => {
        if (state.user) state.user.avatarURL = payload.avatarURL;
        state.isLoading = false;
      })
      .addMatcher(isAnyOf(signUp.fulfilled, signIn.fulfilled), (state, { payload }) => {
        state.token = payload.token;
        state.user = payload.user;
        state.authenticated = true;
        state.isLoading = false;
      })
      .addMatcher(isAnyOf(logOut.fulfilled, deleteAccount.fulfilled), () => initialState)
      .addMatcher(isPending(...thunks), (state) => {
        state.isLoading = true;
        state.error = null;
      })
      .addMatcher(isRejected(...thunks), (state, { payload }) => {
        state.isLoading = false;
        state.error = payload ?? null;
      });
  },
});

export const { tokenRestored, sessionOver } = authSlice.actions;
export const authReducer = authSlice.reducer;

/** The actions after which nothing of the person may stay in the browser. */
export const isSignOut = isAnyOf(logOut.fulfilled, deleteAccount.fulfilled, sessionOver, tokenRestored);

export const selectAuth = (state: WithAuth) => state.auth;
export const selectUser = (state: WithAuth) => state.auth.user;
/** Signed in: there is a token, and the server has recognized it. */
export const selectIsSignedIn = (state: WithAuth) => state.auth.token !== null && state.auth.authenticated;
/** There is a token that the server has not recognized yet. */
export const selectIsRefreshing = (state: WithAuth) =>
  state.auth.token !== null && !state.auth.authenticated && state.auth.error === null;
