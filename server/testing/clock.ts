import { vi } from 'vitest';

/** Sets the clock that the server reads, and stops it. `vi.useRealTimers()` gives the real one back. */
export function setClock(instant: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
}
