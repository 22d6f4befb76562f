import { useTranslation } from 'react-i18next';
import { passwordFault } from '../../contract/account.ts';
import styles from './password-strength.module.css';

const levels = ['weak', 'fair', 'strong'] as const;

/** A rough hint, no promise: length counts most, variety helps, repetition does not. */
export function strengthOf(password: string): (typeof levels)[number] {
  const different = new Set(password).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const points = Math.min(different, password.length) + 2 * kinds;
  if (different < 6 || points < 14) return 'weak';
  return points < 20 ? 'fair' : 'strong';
}

/** Tells how strong a new password is, once it is one at all. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation();
  const level = passwordFault(password) ? undefined : strengthOf(password);
  return (
    <p className={styles.strength} aria-live="polite">
      {level && (
        <>
          <span className={styles.bars} aria-hidden="true">
            {levels.map((step, index) => (
              <span key={step} className={index <= levels.indexOf(level) ? styles[level] : undefined} />
            ))}
          </span>
          {t(`auth.strength.${level}`)}
        </>
      )}
    </p>
  );
}
