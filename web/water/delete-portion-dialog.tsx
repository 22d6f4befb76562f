import { useTranslation } from 'react-i18next';
import type { Day } from '../../contract/calendar.ts';
import { useAppDispatch } from '../state.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { useFormat } from '../ui/format.ts';
import { deletePortion, type Portion } from './water.slice.ts';

interface Props {
  day: Day;
  portion: Portion;
  onClose(): void;
}

/** Asks before a portion is deleted. */
export function DeletePortionDialog({ day, portion, onClose }: Props) {
  const { t } = useTranslation();
  const { millilitres, time } = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const name = t('water.portion', { volume: millilitres(portion.waterVolume), time: time(portion.time) });
  return (
    <ConfirmDialog
      title={t('portion.deleteTitle')}
      question={t('portion.deleteQuestion', { portion: name })}
      confirm={t('portion.delete')}
      onClose={onClose}
      onConfirm={async () => {
        const result = await dispatch(deletePortion({ day, id: portion.id }));
        if (deletePortion.rejected.match(result)) return failureText(result.payload);
        onClose();
      }}
    />
  );
}
