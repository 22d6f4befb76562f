import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPage } from './lazy-page.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const wanted: Load<never>[] = [];

/** A dialog whose code is no part of the page that opens it: see `useWarmDialogs`. */
export function lazyDialog<Props extends object>(load: Load<Props>) {
  wanted.push(load as Load<never>);
  return lazyPage(load);
}

/** Where lazy dialogs are rendered: until the code of one is there, nothing shows. */
export function DialogPlace({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}

/**
 * The dialog that was asked for last. One that it took the place of, out of sight while it saved, closes only itself, which
 * is no longer there.
 */
export function useAsked<What>() {
  const [asked, setAsked] = useState<{ key: number; what: What } | null>(null);
  const count = useRef(0);
  return {
    asked,
    ask(what: What): void {
      count.current += 1;
      setAsked({ key: count.current, what });
    },
    done: () => setAsked((now) => (now === asked ? null : now)),
  };
}

/** The first sign that somebody is there: moving, touching, typing. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads the code of all lazy dialogs with the first sign of a person, before any of them is asked for. */
export function useWarmDialogs(): void {
  useEffect(() => {
    const warm = () => {
      for (const sign of SIGNS) removeEventListener(sign, warm);
      for (const load of wanted) load().catch(() => {});
    };
    for (const sign of SIGNS) addEventListener(sign, warm, { passive: true });
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, warm);
    };
  }, []);
}
