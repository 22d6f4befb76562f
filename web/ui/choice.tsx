import { type ChangeEvent, useId } from 'react';
import styles from './choice.module.css';

interface Props {
  legend: string;
  options: { value: string; label: string }[];
  name: string;
  value: string;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
}

/** One of a few, as radio buttons side by side. */
export function Choice({ legend, options, name, value, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} htmlFor={`${id}-${option.value}`}>
          <input
            id={`${id}-${option.value}`}
            className={styles.radio}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={onChange}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
