import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../state.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { toast } from '../ui/toast.tsx';
import { deleteAccount } from './auth.slice.ts';

/** Asks before the account is erased. The end of the session takes this dialog along with the whole page. */
export function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  return (
    <ConfirmDialog
      title={t('deleteAccount.title')}
      question={t('deleteAccount.question')}
      confirm={t('deleteAccount.confirm')}
      onClose={onClose}
      onConfirm={async () => {
        const result = await dispatch(deleteAccount());
        if (deleteAccount.rejected.match(result)) return failureText(result.payload);
        void toast('success', t('deleteAccount.done'));
      }}
    />
  );
}
