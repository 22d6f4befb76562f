import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import styles from './portion-form.module.css';
import { PortionForm } from './portion-form.tsx';
import { usePortionName } from './portion-name.ts';
import { usePortionWrites } from './portion-writes.ts';
import { useSaving } from './saving.ts';
import type { Portion } from './water.slice.ts';

/** Changes a portion's volume and time; another date moves it to that day. */
export default function EditPortionDialog({ portion, onClose }: { portion: Portion; onClose(): void }) {
  const { t } = useTranslation();
  const nameOf = usePortionName();
  const { edit } = usePortionWrites();
  const { isSaving, save } = useSaving((facts) => edit(portion, facts), onClose);

  return (
    <Dialog title={t('portion.editTitle')} isHidden={isSaving} onClose={onClose}>
      <p className={styles.soFar}>{t('portion.editing', { portion: nameOf(portion) })}</p>
      <PortionForm facts={portion} onSave={save} />
    </Dialog>
  );
}
