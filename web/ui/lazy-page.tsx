import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** How long the code of a page may take, ms. */
export const PAGE_LOAD_LIMIT = 120_000;

/** The code of a page did not come. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** A page whose code is loaded when it is first shown. Where that fails or takes too long, a `ChunkLoadError` is raised. */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => withLimit(load));
}

/** Exported for the test of its limit. */
export async function withLimit<T>(load: () => Promise<T>, limit = PAGE_LOAD_LIMIT): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`The page did not load within ${limit} ms.`)), limit);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw error instanceof ChunkLoadError
      ? error
      : new ChunkLoadError('The page did not load.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
