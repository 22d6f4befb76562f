import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WallClock } from '../../contract/calendar.ts';
import { useAppDispatch } from '../state.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { PortionForm } from './portion-form.tsx';
import { addPortion, type PortionFacts } from './water.slice.ts';
import { newWriteKey } from './write-key.ts';

/** A glass, ml. */
const FIRST_VOLUME = 250;

/** Adds a portion; `time` is what the form starts with. */
export function AddPortionDialog({ time, onClose }: { time: WallClock; onClose(): void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const lastTry = useRef<{ facts: string; key: string }>(null);

  const save = async (facts: PortionFacts) => {
    const written = JSON.stringify(facts);
    // The answer may have been lost, not the write: the same portion tried again keeps its key.
    if (lastTry.current?.facts !== written) lastTry.current = { facts: written, key: newWriteKey() };
    const result = await dispatch(addPortion({ ...facts, key: lastTry.current.key }));
    if (addPortion.rejected.match(result)) return failureText(result.payload);
    onClose();
  };

  return (
    <Dialog title={t('portion.addTitle')} onClose={onClose}>
      <PortionForm facts={{ waterVolume: FIRST_VOLUME, time }} onSave={save} />
    </Dialog>
  );
}
