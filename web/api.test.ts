import { describe, expect, it } from 'vitest';
import { calls } from '../contract/calls.ts';
import { changeAvatar, deleteAccount, logOut, refreshUser, signIn, signUp } from './account/auth.slice.ts';
import { fetchMonth } from './month/month.slice.ts';
import { changeNorm } from './norm/norm.slice.ts';
import { type CallThunk, openSignedIn, openStore } from './testing/test-store.ts';
import { addPortion } from './water/water.slice.ts';

const credentials = { email: 'olena@example.com', password: 'deep blue sea' };

const privateCalls: { name: string; run(): CallThunk }[] = [
  { name: 'the current user', run: () => refreshUser() },
  { name: 'a new photo', run: () => changeAvatar(new Blob(['photo'])) },
  { name: 'logging out', run: () => logOut() },
  { name: 'deleting the account', run: () => deleteAccount() },
  { name: 'a new norm', run: () => changeNorm({ dailyNorma: 3 }) },
  { name: 'a month', run: () => fetchMonth('2026-11') },
  { name: 'a new portion', run: () => addPortion({ waterVolume: 250, time: '2026-11-20T08:00', key: 'k' }) },
];

describe('what travels with a call', () => {
  it.each(privateCalls)('is the bearer token: $name', async ({ run }) => {
    const { store, server } = openSignedIn();
    await store.dispatch(run());
    expect(server.asked[0]?.headers.get('authorization')).toBe('Bearer olena-token');
  });

  it.each([
    { name: 'signing in', thunk: signIn },
    { name: 'signing up', thunk: signUp },
  ])('is no token before there is one: $name', async ({ thunk }) => {
    const { store, server } = openStore();
    await store.dispatch(thunk(credentials));
    expect(server.asked[0]?.headers.get('authorization')).toBeNull();
    expect(await server.asked[0]?.json()).toEqual(credentials);
  });

  it('is the token of the sign-in from then on', async () => {
    const { store, server } = openStore();
    server.answer(calls.login, { token: 'new-token', user: {} as never });
    await store.dispatch(signIn(credentials));
    await store.dispatch(fetchMonth('2026-11'));
    expect(server.asked[1]?.headers.get('authorization')).toBe('Bearer new-token');
  });

  it('is the name of the person’s time zone', async () => {
    const { store, server } = openStore();
    await store.dispatch(signIn(credentials));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(server.asked[0]?.headers.get('time-zone')).toBe(timeZone);
  });

  it('is the key that names the write of a portion', async () => {
    const { store, server } = openSignedIn();
    await store.dispatch(addPortion({ waterVolume: 250, time: '2026-11-20T08:00', key: 'one-glass' }));
    expect(server.asked[0]?.headers.get('idempotency-key')).toBe('one-glass');
  });

  it('is the photo, as a file in the field avatar', async () => {
    const { store, server } = openSignedIn();
    await store.dispatch(changeAvatar(new Blob(['photo'], { type: 'image/png' })));
    const file = (await server.asked[0]?.formData())?.get('avatar');
    expect(file).toBeInstanceOf(File);
    expect(await (file as File).text()).toBe('photo');
  });
});

describe('why a call failed', () => {
  it.each([
    { from: 'a problem', status: 409, body: '{"code":"email_taken","detail":"Taken."}', code: 'email_taken' },
    {
      from: 'a page of something in between',
      status: 502,
      body: '<html>Bad gateway</html>',
      code: 'unavailable',
    },
    { from: 'a refusal in no known form', status: 418, body: '', code: 'validation_failed' },
    { from: 'a success that cannot be read', status: 200, body: '<html>', code: 'offline' },
  ])('is told from $from', async ({ status, body, code }) => {
    const { store, server } = openSignedIn();
    server.answerRaw(calls.getMonth, status, body);
    const result = await store.dispatch(fetchMonth('2026-11'));
    expect(result.payload).toMatchObject({ code, fields: [] });
  });
});
