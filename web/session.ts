import { tokenRestored } from './account/auth.slice.ts';
import { keepToken, watchToken } from './account/token-storage.ts';
import { createStore, type Store } from './store.ts';

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
  });

  // Another tab signed out or in: this one follows.
  watchToken((token) => {
    kept = token;
    store.dispatch(tokenRestored(token));
  });
  return store;
}
