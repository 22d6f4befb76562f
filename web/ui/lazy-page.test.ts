import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, withLimit } from './lazy-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the code of a page', () => {
  it('is handed on once it is there, and its limit is forgotten', async () => {
    const page = { default: () => null };
    expect(await withLimit(async () => page)).toBe(page);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may take up to 120000 ms', async () => {
    const failed = vi.fn();
    void withLimit(() => new Promise(() => {})).catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const [error] = failed.mock.calls[0] ?? [];
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(error).toMatchObject({ name: 'ChunkLoadError' });
  });

  it('that cannot be loaded is a chunk-load error with its cause', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const error = await withLimit(() => Promise.reject(cause)).catch((reason) => reason);
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(error.cause).toBe(cause);
    expect(vi.getTimerCount()).toBe(0);
  });
});
