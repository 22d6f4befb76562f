/** A press on a reminder's button, as it is sent: `POST /api/push/portions`. */
export interface Press {
  key: string;
  waterVolume: number;
  /** Shifted as on the wire. */
  time: string;
}

const STORE = 'presses';

/** Keeps a press until it is sent. A second press on the same reminder changes nothing: it adds one portion. */
export async function putIntoOutbox(press: Press): Promise<void> {
  await inStore('readwrite', (store) => store.add(press)).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'ConstraintError')) throw error;
  });
}

/** Sends what waits. What the server has taken, or will never take, goes; the rest stays. */
export async function flushOutbox(): Promise<{ sent: number; left: number }> {
  const waiting: Press[] = await inStore('readonly', (store) => store.getAll());
  let sent = 0;
  let left = 0;
  for (const press of waiting) {
    const status = await send(press);
    const isSettled = status > 0 && status < 500 && status !== 429;
    if (isSettled) await inStore('readwrite', (store) => store.delete(press.key));
    if (status === 201) sent += 1;
    if (!isSettled) left += 1;
  }
  return { sent, left };
}

/** The status of the answer; 0 if there was none. */
async function send(press: Press): Promise<number> {
  try {
    const { status } = await fetch('/api/push/portions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(press),
    });
    return status;
  } catch {
    return 0;
  }
}

function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('drink-it', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const request = use(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.transaction?.addEventListener('complete', () => database.close());
      request.transaction?.addEventListener('abort', () => database.close());
    };
  });
}
