import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { addMonths, type Day, FIRST_DAY, monthOf } from '../../contract/calendar.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { useFormat } from '../ui/format.ts';
import { NextIcon, PreviousIcon } from '../ui/icons.tsx';
import { fetchMonth, selectMonth } from './month.slice.ts';
import { MonthCalendar } from './month-calendar.tsx';
import { MonthChart } from './month-chart.tsx';
import styles from './month-panel.module.css';

interface Props {
  today: Day;
  /** The day whose portions are looked at. */
  chosen: Day;
  onChoose(day: Day): void;
}

/** The statistics of a month: a calendar of its days, and their water against the norm. */
export function MonthPanel({ today, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const { shown, month: days, error } = useSelector(selectMonth);
  const thisMonth = monthOf(today);

  useEffect(() => {
    void dispatch(fetchMonth(thisMonth));
  }, [dispatch, thisMonth]);

  const month = shown ?? thisMonth;
  const go = (by: number) => void dispatch(fetchMonth(addMonths(month, by)));
  const isEmpty = days.every(({ servings }) => servings === 0);
  const metDays = days.filter(({ percent }) => percent >= 100).length;

  return (
    <section className={styles.panel} aria-labelledby="month-title">
      <header className={styles.header}>
        <h2 id="month-title" className={styles.title}>
          {t('month.title')}
        </h2>
        <div className={styles.leaf}>
          <Button
            look="icon"
            aria-label={t('month.previous')}
            onClick={() => go(-1)}
            disabled={month <= monthOf(FIRST_DAY)}
          >
            <PreviousIcon />
          </Button>
          <span className={styles.month} aria-live="polite">
            {format.month(month)}
          </span>
          <Button
            look="icon"
            aria-label={t('month.next')}
            onClick={() => go(1)}
            disabled={month >= thisMonth}
          >
            <NextIcon />
          </Button>
        </div>
      </header>
      {error ? (
        <div className={styles.failed} role="alert">
          <p>
            {t('month.loadFailed')} {failureText(error)}
          </p>
          <Button look="quiet" onClick={() => go(0)}>
            {t('app.retry')}
          </Button>
        </div>
      ) : (
        <>
          <MonthCalendar month={month} days={days} today={today} chosen={chosen} onChoose={onChoose} />
          <p className={styles.summary}>
            {days.length > 0 && (isEmpty ? t('month.nothing') : t('month.summaryDays', { count: metDays }))}
          </p>
          <MonthChart days={days.filter(({ date }) => date <= today)} length={days.length} />
        </>
      )}
    </section>
  );
}
