import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useFormat } from '../ui/format.ts';
import { DialogPlace, lazyDialog } from '../ui/lazy-dialog.tsx';
import { selectNorm } from './norm.slice.ts';
import styles from './norm-card.module.css';

const NormDialog = lazyDialog(() => import('./norm-dialog.tsx'));

/** The norm in force today, and the way to change it. */
export function NormCard() {
  const { t } = useTranslation();
  const { litres } = useFormat();
  const norm = useSelector(selectNorm);
  const [isEditing, setIsEditing] = useState(false);

  return (
    <section className={styles.card} aria-labelledby="norm-title">
      <h2 id="norm-title" className={styles.title}>
        {t('norm.title')}
      </h2>
      <p className={styles.row}>
        <span className={styles.value}>{norm.dailyNorma > 0 ? litres(norm.dailyNorma) : '…'}</span>
        <button
          type="button"
          className={styles.edit}
          aria-label={t('norm.editLabel')}
          onClick={() => setIsEditing(true)}
        >
          {t('norm.edit')}
        </button>
      </p>
      <DialogPlace>{isEditing && <NormDialog onClose={() => setIsEditing(false)} />}</DialogPlace>
    </section>
  );
}
