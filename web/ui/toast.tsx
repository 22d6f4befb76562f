import { lazy, Suspense, useEffect, useState } from 'react';

const loadToasts = () => import('./toasts.tsx');
const Toasts = lazy(loadToasts);

let showOutlet: () => void = () => {};

/** A button in a toast. */
export interface ToastAction {
  label: string;
  run(): void;
}

/** Shows a message at the top right for a moment. Its code is loaded with the first one. */
export async function toast(kind: 'success' | 'error', text: string, action?: ToastAction): Promise<void> {
  showOutlet();
  const { show } = await loadToasts();
  show(kind, text, action);
}

/** Loads the code of the toasts early, where the first one may have to tell that the network is gone. */
export function usePreparedToasts(): void {
  useEffect(() => {
    loadToasts().catch(() => {});
  }, []);
}

/** Where toasts appear; stands once in the application. */
export function ToastOutlet() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    showOutlet = () => setIsWanted(true);
  }, []);
  return isWanted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
