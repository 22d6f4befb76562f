import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { Spinner } from './loader.tsx';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'quiet' | 'danger' | 'icon';
  /** Something that it started is under way: further clicks do nothing. */
  busy?: boolean;
}

/** A button, `type="button"` unless it says otherwise. */
export function Button({
  look = 'primary',
  busy = false,
  className = '',
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[look]} ${className}`}
      // Not `disabled`: that would throw the focus away.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** The class names of a link that looks like a button. */
export const buttonLink = (look: 'primary' | 'quiet') => `${styles.button} ${styles[look]}`;
