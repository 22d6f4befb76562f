import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, type WallClock } from '../../contract/calendar.ts';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { EditIcon, GlassIcon, PlusIcon, TrashIcon } from '../ui/icons.tsx';
import { DialogPlace, useAsked } from '../ui/lazy-dialog.tsx';
import { wallClockNow } from '../ui/wall-clock.ts';
import styles from './day-list.module.css';
import { AddPortionDialog, DeletePortionDialog, EditPortionDialog } from './portion-dialogs.ts';
import { usePortionName } from './portion-name.ts';
import type { DayRecord, Portion } from './water.slice.ts';

type Wish = { to: 'add'; time: WallClock } | { to: 'edit' | 'delete'; portion: Portion };

/** Times sort as text. */
const byTime = (a: Portion, b: Portion) => (a.time < b.time ? -1 : Number(a.time > b.time));

interface Props {
  record: DayRecord;
  /** What is said where the day has no portion. */
  emptyText: string;
}

/** The portions of a day by time, each to be changed or deleted, and the way to add one to that day. */
export function DayList({ record, emptyText }: Props) {
  const { t } = useTranslation();
  const { asked, ask, done } = useAsked<Wish>();
  const portions = record.waterlist.toSorted(byTime);

  // A deleted portion takes its button along, and with it the focus: it goes to what comes next in the list.
  const addButton = useRef<HTMLButtonElement>(null);
  const countBefore = useRef(portions.length);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (portions.length < countBefore.current && isFocusLost) addButton.current?.focus();
    countBefore.current = portions.length;
  }, [portions.length]);

  return (
    <>
      {portions.length === 0 ? (
        <div className={styles.empty}>
          <p>{emptyText}</p>
          <p className={styles.placeholder}>{t('water.noNotes')}</p>
        </div>
      ) : (
        <ul className={styles.list} aria-label={t('water.listLabel')}>
          {portions.map((portion) => (
            <PortionRow
              key={portion.id}
              portion={portion}
              onEdit={() => ask({ to: 'edit', portion })}
              onDelete={() => ask({ to: 'delete', portion })}
            />
          ))}
        </ul>
      )}
      <button
        ref={addButton}
        type="button"
        className={styles.add}
        onClick={() => ask({ to: 'add', time: `${record._id}T${clockOf(wallClockNow())}` })}
      >
        <PlusIcon size={20} /> {t('water.addToDay')}
      </button>
      <DialogPlace>
        {asked?.what.to === 'add' && (
          <AddPortionDialog key={asked.key} time={asked.what.time} onClose={done} />
        )}
        {asked?.what.to === 'edit' && (
          <EditPortionDialog key={asked.key} portion={asked.what.portion} onClose={done} />
        )}
        {asked?.what.to === 'delete' && (
          <DeletePortionDialog key={asked.key} portion={asked.what.portion} onClose={done} />
        )}
      </DialogPlace>
    </>
  );
}

function PortionRow({ portion, onEdit, onDelete }: { portion: Portion; onEdit(): void; onDelete(): void }) {
  const { t } = useTranslation();
  const { millilitres, time: timeText } = useFormat();
  const volume = millilitres(portion.waterVolume);
  const time = timeText(portion.time);
  const name = usePortionName()(portion);
  return (
    <li className={styles.row}>
      <span className={styles.glass}>
        <GlassIcon size={26} />
      </span>
      <span className={styles.volume}>{volume}</span>
      <span className={styles.time}>{time}</span>
      <Button
        look="icon"
        aria-label={t('water.edit', { portion: name })}
        disabled={portion.isUnconfirmed}
        onClick={onEdit}
      >
        <EditIcon size={20} />
      </Button>
      <Button
        look="icon"
        className={styles.delete}
        aria-label={t('water.delete', { portion: name })}
        disabled={portion.isUnconfirmed}
        onClick={onDelete}
      >
        <TrashIcon size={20} />
      </Button>
    </li>
  );
}
