import { type ComponentProps, useId } from 'react';
import styles from './choice.module.css';

interface Props<Value extends string> extends ComponentProps<'input'> {
  legend: string;
  options: { value: Value; label: string }[];
}

/** One of a few, as radio buttons side by side. Takes what a form library registers. */
export function Choice<Value extends string>({ legend, options, ...input }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.option} htmlFor={`${id}-${value}`}>
          <input {...input} id={`${id}-${value}`} className={styles.radio} type="radio" value={value} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
