import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WallClock } from '../../contract/calendar.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PortionForm } from './portion-form.tsx';
import { usePortionWrites } from './portion-writes.ts';
import { useSaving } from './saving.ts';
import { newWriteKey } from './write-key.ts';

/** A glass, ml. */
const FIRST_VOLUME = 250;

/** Adds a portion; `time` is what the form starts with. */
export default function AddPortionDialog({ time, onClose }: { time: WallClock; onClose(): void }) {
  const { t } = useTranslation();
  const { add } = usePortionWrites();
  const lastTry = useRef<{ facts: string; key: string }>(null);
  const { isSaving, save } = useSaving((facts) => {
    const written = JSON.stringify(facts);
    // The answer may have been lost, not the write: the same portion tried again keeps its key.
    if (lastTry.current?.facts !== written) lastTry.current = { facts: written, key: newWriteKey() };
    return add({ ...facts, key: lastTry.current.key });
  }, onClose);

  return (
    <Dialog title={t('portion.addTitle')} isHidden={isSaving} onClose={onClose}>
      <PortionForm facts={{ waterVolume: FIRST_VOLUME, time }} onSave={save} />
    </Dialog>
  );
}
