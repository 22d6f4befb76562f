import { tokenRestored } from './account/auth.slice.ts';
import { keepToken, watchToken } from './account/token-storage.ts';
import { createStore, type Store } from './store.ts';

/** Whoever signs out gets no more reminders on this device; the server learns it when it tries the next one. */
async function leaveReminders(): Promise<void> {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await worker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** The application's state with the token that was restored; from now on storage and state follow each other. */
export function openSession(token: string | null): Store {
  const store = createStore();
  let kept = token;
  store.dispatch(tokenRestored(kept));

  store.subscribe(() => {
    const { token } = store.getState().auth;
    if (token === kept) return;
    kept = token;
    keepToken(token);
    if (token === null) void leaveReminders();
  });

  // Another tab signed out or in: this one follows.
  watchToken((token) => {
    kept = token;
    store.dispatch(tokenRestored(token));
  });
  return store;
}
