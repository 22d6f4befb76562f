import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, daysOfMonth, type Month } from '../../contract/calendar.ts';
import type { MonthDay } from '../../contract/water.schema.ts';
import { useFormat } from '../ui/format.ts';
import { DayDetails } from './day-details.tsx';
import styles from './month-calendar.module.css';

interface Props {
  month: Month;
  /** Empty while they are on their way. */
  days: MonthDay[];
  today: Day;
  chosen: Day;
  onChoose(day: Day): void;
}

/** The column of a day's weekday, from 1 (Monday) to 7. */
function columnOf(day: Day): number {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/** Every day of the month as a circle with its percent below. Hovering, tapping or Enter shows a day's details. */
export function MonthCalendar({ month, days, today, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { weekdays, percent } = useFormat();
  const [shown, setShown] = useState<Day | null>(null);
  const byDate = new Map(days.map((day) => [day.date, day]));

  return (
    <div className={styles.calendar}>
      <div className={styles.weekdays} aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className={styles.days} aria-label={t('month.title')} aria-busy={days.length === 0}>
        {daysOfMonth(month).map((date, index) => {
          const figures = byDate.get(date);
          const shareText = percent(figures?.percent ?? 0);
          return (
            <li
              key={date}
              className={styles.cell}
              style={index === 0 ? ({ '--column': columnOf(date) } as CSSProperties) : undefined}
            >
              <DayCell
                date={date}
                figures={figures}
                shareText={shareText}
                label={t('month.day', { date, percent: shareText })}
                today={today}
                isChosen={date === chosen}
                isShown={date === shown}
                onShow={(isShown) => setShown((before) => (isShown ? date : before === date ? null : before))}
                onOpen={() => {
                  setShown(null);
                  onChoose(date);
                }}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface CellProps {
  date: Day;
  figures: MonthDay | undefined;
  /** The share of the norm, and the day with it, in words. */
  shareText: string;
  label: string;
  today: Day;
  isChosen: boolean;
  isShown: boolean;
  onShow(isShown: boolean): void;
  onOpen(): void;
}

function DayCell({ date, figures, shareText, label, today, isChosen, isShown, onShow, onOpen }: CellProps) {
  const number = Number(date.slice(8));

  if (date > today) return <span className={`${styles.circle} ${styles.future}`}>{number}</span>;

  const share = figures?.percent ?? 0;
  const look = share >= 100 ? styles.met : share > 0 ? styles.below : styles.none;
  return (
    // Leaving the circle for its details keeps them: both stand in this element.
    <div
      className={styles.day}
      // A page that moves under a mouse at rest is no hovering.
      onPointerMove={({ pointerType, movementX, movementY }) => {
        if (pointerType === 'mouse' && (movementX || movementY) && !isShown) onShow(true);
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onShow(false)}
    >
      <button
        type="button"
        className={`${styles.circle} ${look} ${isChosen ? styles.chosen : ''}`}
        // Begins with what is seen, so that speaking it finds the button.
        aria-label={`${number} · ${label}`}
        aria-current={date === today ? 'date' : undefined}
        aria-expanded={isShown}
        onClick={() => onShow(true)}
      >
        {number}
      </button>
      <span className={styles.percent} aria-hidden="true">
        {figures ? shareText : ' '}
      </span>
      {isShown && figures && <DayDetails figures={figures} onClose={() => onShow(false)} onOpen={onOpen} />}
    </div>
  );
}
