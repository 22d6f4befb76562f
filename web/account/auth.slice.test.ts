import { describe, expect, it } from 'vitest';
import { type Call, calls } from '../../contract/calls.ts';
import { type CallThunk, olena, openSignedIn, openStore } from '../testing/test-store.ts';
import {
  changeAccount,
  changeAvatar,
  deleteAccount,
  logOut,
  refreshUser,
  selectIsRefreshing,
  selectIsSignedIn,
  sessionOver,
  signIn,
  signUp,
  tokenRestored,
} from './auth.slice.ts';

const initial = { token: null, user: null, authenticated: false, isLoading: false, error: null };
const credentials = { email: 'olena@example.com', password: 'deep blue sea' };

/** Every call of the slice, ready to be dispatched. */
const everyCall: { name: string; call: Call; run(): CallThunk }[] = [
  { name: 'signing up', call: calls.register, run: () => signUp(credentials) },
  { name: 'signing in', call: calls.login, run: () => signIn(credentials) },
  { name: 'refreshing the user', call: calls.currentUser, run: () => refreshUser() },
  { name: 'changing the account', call: calls.changeAccount, run: () => changeAccount({ name: 'Olha' }) },
  { name: 'changing the avatar', call: calls.changeAvatar, run: () => changeAvatar(new Blob(['photo'])) },
  { name: 'logging out', call: calls.logout, run: () => logOut() },
  { name: 'deleting the account', call: calls.deleteAccount, run: () => deleteAccount() },
];

describe('the session in the browser', () => {
  it('starts empty', () => {
    expect(openStore().store.getState().auth).toEqual(initial);
  });

  it.each(everyCall)('waits and forgets the last error while $name is pending', async ({ call, run }) => {
    const { store, server } = openSignedIn();
    server.refuse(calls.currentUser, 'unavailable');
    await store.dispatch(refreshUser());
    expect(store.getState().auth.error).not.toBeNull();

    server.answer(call, new Promise<never>(() => {}));
    void store.dispatch(run());
    expect(store.getState().auth).toMatchObject({ isLoading: true, error: null });
  });

  it.each(everyCall)('keeps why $name was rejected, and everything else', async ({ call, run }) => {
    const { store, server } = openSignedIn();
    const before = store.getState().auth;
    const errors = [{ field: 'email', message: 'Invalid email address' }];
    server.refuse(call, 'validation_failed', { errors });
    const result = await store.dispatch(run());
    const error = { code: 'validation_failed', message: 'About validation_failed.', fields: ['email'] };
    expect(result).toMatchObject({ payload: error });
    expect(store.getState().auth).toEqual({ ...before, error });
  });

  it.each(everyCall)('calls it offline when nobody answers $name', async ({ run }) => {
    const { store } = openSignedIn();
    await store.dispatch(run());
    expect(store.getState().auth.error).toMatchObject({ code: 'offline' });
  });

  it.each([
    { name: 'signing up', call: calls.register, thunk: signUp },
    { name: 'signing in', call: calls.login, thunk: signIn },
  ])('is signed in after $name', async ({ call, thunk }) => {
    const { store, server } = openStore();
    server.answer(call, { token: 'new-token', user: olena });
    await store.dispatch(thunk(credentials));
    expect(store.getState().auth).toEqual({
      ...initial,
      token: 'new-token',
      user: olena,
      authenticated: true,
    });
    expect(selectIsSignedIn(store.getState())).toBe(true);
  });

  it('is refreshing as long as the server has not recognized a restored token', async () => {
    const { store, server } = openStore();
    expect(selectIsRefreshing(store.getState())).toBe(false);
    store.dispatch(tokenRestored('olena-token'));
    expect(selectIsRefreshing(store.getState())).toBe(true);
    expect(selectIsSignedIn(store.getState())).toBe(false);

    server.answer(calls.currentUser, olena);
    await store.dispatch(refreshUser());
    expect(store.getState().auth).toEqual({
      ...initial,
      token: 'olena-token',
      user: olena,
      authenticated: true,
    });
    expect(selectIsRefreshing(store.getState())).toBe(false);
  });

  it('keeps a token that the server could not confirm', async () => {
    const { store } = openStore();
    store.dispatch(tokenRestored('olena-token'));
    await store.dispatch(refreshUser());
    expect(store.getState().auth).toMatchObject({ token: 'olena-token', authenticated: false });
    expect(selectIsRefreshing(store.getState())).toBe(false);
  });

  it('merges changed fields into the user', async () => {
    const { store, server } = openSignedIn();
    server.answer(calls.changeAccount, { ...olena, name: 'Olha', gender: 'male' });
    await store.dispatch(changeAccount({ name: 'Olha', gender: 'man' }));
    expect(store.getState().auth.user).toEqual({ ...olena, name: 'Olha', gender: 'male' });
    expect(store.getState().auth.isLoading).toBe(false);
  });

  it('sets avatarURL and nothing else of the user after a new photo', async () => {
    const { store, server } = openSignedIn();
    server.answer(calls.changeAvatar, { avatarURL: '/api/users/account-1/avatar/p.webp' });
    await store.dispatch(changeAvatar(new Blob(['photo'])));
    expect(store.getState().auth.user).toEqual({ ...olena, avatarURL: '/api/users/account-1/avatar/p.webp' });
    expect(store.getState().auth.isLoading).toBe(false);
  });

  it.each([
    { name: 'logging out', call: calls.logout, thunk: logOut },
    { name: 'deleting the account', call: calls.deleteAccount, thunk: deleteAccount },
  ])('is as at the start after $name', async ({ call, thunk }) => {
    const { store, server } = openSignedIn();
    server.answer(call, undefined);
    await store.dispatch(thunk());
    expect(store.getState().auth).toEqual(initial);
  });

  it('is as at the start when the server says that the session is over', () => {
    const { store } = openSignedIn();
    store.dispatch(sessionOver());
    expect(store.getState().auth).toEqual(initial);
  });

  it('takes the token that another tab signed in with, to be recognized first', () => {
    const { store } = openSignedIn();
    store.dispatch(tokenRestored('another-token'));
    expect(store.getState().auth).toEqual({ ...initial, token: 'another-token' });
  });
});
