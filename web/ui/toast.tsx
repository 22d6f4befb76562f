import { lazy, Suspense, useEffect, useState } from 'react';
import styles from './toast.module.css';

const loadToasts = () => import('./toasts.tsx');
const Toasts = lazy(loadToasts);

/** How long a toast stays, ms. */
export const TOAST_TIME = 2000;

/** A button in a toast. */
export interface ToastAction {
  label: string;
  run(): void;
}

/** What stands in the outlet: nothing yet, the toasts, or a bare message because their code could not be loaded. */
type Outlet = { toasts: boolean; message?: string };

let change: (outlet: Outlet) => void = () => {};

/** Shows a message at the top right for a moment. Its code is loaded with the first one. */
export async function toast(kind: 'success' | 'error', text: string, action?: ToastAction): Promise<void> {
  try {
    const { show } = await loadToasts();
    change({ toasts: true });
    show(kind, text, action);
  } catch {
    // Where the network is gone, the message that says so must still be seen.
    change({ toasts: false, message: text });
    setTimeout(() => change({ toasts: false }), TOAST_TIME);
  }
}

/** Where toasts appear; stands once in the application. */
export function ToastOutlet() {
  const [{ toasts, message }, setOutlet] = useState<Outlet>({ toasts: false });
  useEffect(() => {
    change = setOutlet;
  }, []);
  if (message) {
    return (
      <p className={styles.bare} role="alert">
        {message}
      </p>
    );
  }
  return toasts ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
