/** The only key of ours that holds anything about the account: the bare token. */
const KEY = 'auth';

/** After so long the app goes on without the token, ms. */
const RESTORE_LIMIT = 5000;

export interface TokenStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The token that was kept; null if there is none, the storage is closed to us or does not answer within the limit. */
export async function restoreToken(storage: TokenStorage = localStorage): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, RESTORE_LIMIT, null);
  });
  try {
    return await Promise.race([storage.getItem(KEY), limit]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps the token for the next visit, or forgets it. A browser that keeps nothing still lets one work until it closes. */
export function keepToken(token: string | null, storage: TokenStorage = localStorage): void {
  try {
    if (token === null) storage.removeItem(KEY);
    else storage.setItem(KEY, token);
  } catch {
    // Storage is full or forbidden: the session lasts as long as the page.
  }
}

/** Calls back when another tab of this browser signs out or in. */
export function watchToken(onChange: (token: string | null) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY || key === null) onChange(key === null ? null : newValue);
  });
}
