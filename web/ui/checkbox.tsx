import { useId } from 'react';
import styles from './checkbox.module.css';

interface Props {
  label: string;
  hint?: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Something that is so or not. */
export function Checkbox({ label, hint, checked, onChange }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles.field}>
      <label className={styles.option} htmlFor={id}>
        <input
          id={id}
          className={styles.box}
          type="checkbox"
          checked={checked}
          aria-describedby={hint ? hintId : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
