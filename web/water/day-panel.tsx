import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { DayList } from './day-list.tsx';
import styles from './day-panel.module.css';
import { selectWater } from './water.slice.ts';

interface Props {
  onBackToToday(): void;
  /** Loads today again after a failure. */
  onRetry(): void;
}

/** The portions of today, or of another day that is looked into. */
export function DayPanel({ onBackToToday, onRetry }: Props) {
  const { t } = useTranslation();
  const { weekday, litres, millilitres } = useFormat();
  const { today, chosen, isLoading } = useSelector(selectWater);
  const record = chosen ?? today;

  // Whoever chose a day in the calendar wants to see it: the focus goes there, and the page with it.
  const title = useRef<HTMLHeadingElement>(null);
  const chosenDay = chosen?._id;
  useEffect(() => {
    if (chosenDay) title.current?.focus();
  }, [chosenDay]);

  return (
    <section className={styles.panel} aria-labelledby="day-title">
      <header className={styles.header}>
        <h2 id="day-title" ref={title} tabIndex={-1} className={styles.title}>
          {chosen ? `${weekday(chosen._id)}, ${chosen._id}` : t('water.today')}
        </h2>
        {chosen && (
          <Button look="quiet" onClick={onBackToToday}>
            {t('water.backToToday')}
          </Button>
        )}
      </header>
      {chosen && (
        <p className={styles.total}>
          {t('water.drankOf', { drank: millilitres(chosen.drankWater), norm: litres(chosen.dailyNorma) })}
        </p>
      )}
      {record ? (
        <DayList
          key={record._id}
          record={record}
          emptyText={t(chosen ? 'water.notYetThatDay' : 'water.notYet')}
        />
      ) : (
        <Missing isLoading={isLoading} onRetry={onRetry} />
      )}
    </section>
  );
}

/** Stands where the day will be, or says that it did not come. */
function Missing({ isLoading, onRetry }: { isLoading: boolean; onRetry(): void }) {
  const { t } = useTranslation();
  if (isLoading) {
    return (
      <div className={styles.skeleton} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    );
  }
  return (
    <div className={styles.failed} role="alert">
      <p>{t('water.loadFailed')}</p>
      <Button look="quiet" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  );
}
