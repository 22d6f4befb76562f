import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../contract/account.schema.ts';
import { ChevronDownIcon, LogOutIcon, SettingsIcon } from '../ui/icons.tsx';
import { DialogPlace, lazyDialog } from '../ui/lazy-dialog.tsx';
import { Avatar } from './avatar.tsx';
import styles from './user-menu.module.css';

const SettingsDialog = lazyDialog(() => import('./settings-dialog.tsx'));
const LogOutDialog = lazyDialog(() => import('./log-out-dialog.tsx'));

/** The person's name and picture; opens the way to the settings, those of reminders among them, and out. */
export function UserMenu({ user, reminders }: { user: User; reminders: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'settings' | 'logOut' | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();

  const choose = (dialog: 'settings' | 'logOut') => {
    // Gives the focus back to the button, where the dialog will give it back to in turn.
    menu.current?.hidePopover();
    setOpen(dialog);
  };

  return (
    <div className={styles.anchor}>
      <button type="button" className={styles.button} popoverTarget={menuId}>
        <span className={styles.name}>{user.name}</span>
        <Avatar user={user} />
        <span className="visually-hidden">{t('menu.open')}</span>
        <ChevronDownIcon size={18} />
      </button>
      <div ref={menu} id={menuId} popover="auto" className={styles.menu}>
        <p className={styles.who}>{user.name}</p>
        <button type="button" className={styles.item} onClick={() => choose('settings')}>
          <SettingsIcon size={20} /> {t('menu.settings')}
        </button>
        <button type="button" className={styles.item} onClick={() => choose('logOut')}>
          <LogOutIcon size={20} /> {t('menu.logOut')}
        </button>
      </div>
      <DialogPlace>
        {open === 'settings' && (
          <SettingsDialog user={user} reminders={reminders} onClose={() => setOpen(null)} />
        )}
        {open === 'logOut' && <LogOutDialog onClose={() => setOpen(null)} />}
      </DialogPlace>
    </div>
  );
}
