import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepToken, restoreToken, type TokenStorage } from './token-storage.ts';

/** A storage like the browser's, whose content a test can look into. */
function memory(content: Record<string, string> = {}) {
  const storage: TokenStorage = {
    getItem: (key) => content[key] ?? null,
    setItem: (key, value) => {
      content[key] = value;
    },
    removeItem: (key) => {
      delete content[key];
    },
  };
  return { storage, content };
}

function forbidden(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

const closed: TokenStorage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the kept token', () => {
  it('is the bare token under the key auth, and nothing else', () => {
    const { storage, content } = memory();
    keepToken('a-token', storage);
    expect(content).toEqual({ auth: 'a-token' });
  });

  it('is forgotten without touching what else is stored', () => {
    const { storage, content } = memory({ auth: 'a-token', i18nextLng: 'uk' });
    keepToken(null, storage);
    expect(content).toEqual({ i18nextLng: 'uk' });
  });

  it.each([
    { name: 'that answers at once', answer: 'a-token' },
    { name: 'that answers later', answer: Promise.resolve('a-token') },
  ])('is restored from a storage $name', async ({ answer }) => {
    expect(await restoreToken({ ...closed, getItem: () => answer })).toBe('a-token');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is none where none was kept', async () => {
    expect(await restoreToken(memory().storage)).toBeNull();
  });

  it('is given up after 5000 ms of a storage that never answers', async () => {
    const settled = vi.fn();
    void restoreToken({ ...closed, getItem: () => new Promise(() => {}) }).then(settled);
    await vi.advanceTimersByTimeAsync(4999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(null);
  });

  it.each([
    { name: 'that throws', getItem: forbidden },
    { name: 'that fails later', getItem: () => Promise.reject(new Error('The disk is gone.')) },
  ])('is none in a storage $name', async ({ getItem }) => {
    expect(await restoreToken({ ...closed, getItem })).toBeNull();
  });

  it.each(['a-token', null])('may fail to be kept without a word: %s', (token) => {
    expect(() => keepToken(token, closed)).not.toThrow();
  });
});
