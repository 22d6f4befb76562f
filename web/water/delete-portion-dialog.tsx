import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { usePortionName } from './portion-name.ts';
import { usePortionWrites } from './portion-writes.ts';
import type { Portion } from './water.slice.ts';

/** Asks before a portion is deleted. */
export default function DeletePortionDialog({ portion, onClose }: { portion: Portion; onClose(): void }) {
  const { t } = useTranslation();
  const nameOf = usePortionName();
  const { remove } = usePortionWrites();
  return (
    <ConfirmDialog
      title={t('portion.deleteTitle')}
      question={t('portion.deleteQuestion', { portion: nameOf(portion) })}
      confirm={t('portion.delete')}
      onClose={onClose}
      onConfirm={async () => {
        onClose();
        await remove(portion);
        return undefined;
      }}
    />
  );
}
