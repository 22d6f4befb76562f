import { useTranslation } from 'react-i18next';
import type { Day } from '../../contract/calendar.ts';
import { useAppDispatch } from '../state.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { useFormat } from '../ui/format.ts';
import styles from './portion-form.module.css';
import { PortionForm } from './portion-form.tsx';
import { editPortion, type Portion, type PortionFacts } from './water.slice.ts';

interface Props {
  /** The day on which the portion stands. */
  day: Day;
  portion: Portion;
  onClose(): void;
}

/** Changes a portion's volume and time; another date moves it to that day. */
export function EditPortionDialog({ day, portion, onClose }: Props) {
  const { t } = useTranslation();
  const { millilitres, time } = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();

  const save = async (facts: PortionFacts) => {
    const result = await dispatch(editPortion({ ...facts, day, id: portion.id }));
    if (editPortion.rejected.match(result)) return failureText(result.payload);
    onClose();
  };

  const soFar = t('water.portion', { volume: millilitres(portion.waterVolume), time: time(portion.time) });
  return (
    <Dialog title={t('portion.editTitle')} onClose={onClose}>
      <p className={styles.soFar}>{t('portion.editing', { portion: soFar })}</p>
      <PortionForm facts={portion} onSave={save} />
    </Dialog>
  );
}
