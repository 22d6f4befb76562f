import type { User } from '../../contract/account.schema.ts';
import styles from './avatar.module.css';

/** The account's picture, or the first letter of its name. */
export function Avatar({ user, size = 36 }: { user: User; size?: number }) {
  if (user.avatarURL) {
    return <img className={styles.avatar} src={user.avatarURL} alt="" width={size} height={size} />;
  }
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" className={styles.ground} />
      <text x="20" y="27" textAnchor="middle" className={styles.letter}>
        {[...user.name][0]?.toLocaleUpperCase()}
      </text>
    </svg>
  );
}
