import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './field.module.css';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import type { Fault } from './use-form.ts';

interface Props extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  /** The key of the message that stands at the field. */
  fault?: Fault;
}

/** An input with its label, a hint, and the message that tells what is wrong with it. */
export function Field({ label, hint, fault, type, ...input }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const isPassword = type === 'password';
  const noteId = `${id}-note`;
  const note = fault ? t(`fields.${fault}`) : hint;

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          className={styles.input}
          aria-invalid={fault ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        />
        {isPassword && (
          <Button
            look="icon"
            className={styles.reveal}
            aria-label={t(isShown ? 'auth.hidePassword' : 'auth.showPassword')}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
          </Button>
        )}
      </div>
      <p id={noteId} className={fault ? styles.fault : styles.hint} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
