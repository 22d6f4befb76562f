import type { ReactNode } from 'react';
import styles from './form.module.css';

/** What went wrong with the whole form, said where one looks and aloud. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className={styles.failure} role="alert" hidden={!children}>
      {children}
    </p>
  );
}

/** The buttons at the end of a form or dialog. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
