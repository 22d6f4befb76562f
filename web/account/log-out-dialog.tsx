import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../state.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { logOut } from './auth.slice.ts';

/** Asks before the session ends. Its end takes this dialog along with the whole page. */
export default function LogOutDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  return (
    <ConfirmDialog
      title={t('logOut.title')}
      question={t('logOut.question')}
      confirm={t('logOut.confirm')}
      onClose={onClose}
      onConfirm={async () => {
        const result = await dispatch(logOut());
        return logOut.rejected.match(result) ? failureText(result.payload) : undefined;
      }}
    />
  );
}
