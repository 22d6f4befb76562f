import styles from './layout.module.css';

/** A drop with a wave in it. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2c6 7.5 10 12.5 10 18a10 10 0 0 1-20 0C6 14.5 10 9.5 16 2z" fill="var(--blue)" />
      <path
        d="M7.5 20.5c2.8-2 5.7-2 8.5 0s5.7 2 8.5 0"
        fill="none"
        stroke="#ffffff"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
