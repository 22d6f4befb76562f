import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../contract/account.schema.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/loader.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';

interface Props {
  user: User;
  /** What other features have to set. */
  reminders: ReactNode;
  onClose(): void;
}

/** Everything that a person can set: the profile, reminders and sessions. */
export default function SettingsDialog({ user, reminders, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('settings.title')} wide onClose={onClose}>
      <Tabs
        label={t('settings.title')}
        tabs={[
          { name: t('settings.profile'), content: <ProfileTab user={user} onClose={onClose} /> },
          {
            name: t('reminders.title'),
            content: <Suspense fallback={<Spinner />}>{reminders}</Suspense>,
          },
          { name: t('sessions.title'), content: <SessionsTab /> },
        ]}
      />
    </Dialog>
  );
}
