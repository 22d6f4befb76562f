import { useTranslation } from 'react-i18next';
import type { MonthDay } from '../../contract/water.schema.ts';
import { useFormat } from '../ui/format.ts';
import styles from './month-chart.module.css';

const HEIGHT = 100;
const DAY_WIDTH = 10;
const BAR_WIDTH = 6;
/** The top of the picture, in percent of the norm; a day beyond touches it. */
const TOP_PERCENT = 150;

const heightOf = (percent: number) => (Math.min(percent, TOP_PERCENT) / TOP_PERCENT) * HEIGHT;

/** The water of each day as a bar against the norm; `length` is the number of days in the month. */
export function MonthChart({ days, length }: { days: MonthDay[]; length: number }) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  const width = (length || 31) * DAY_WIDTH;
  const norm = HEIGHT - heightOf(100);

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{t('month.chart')}</figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('month.chart')}
      >
        {days.map((day) => {
          const height = Math.max(heightOf(day.percent), 1);
          return (
            <rect
              key={day.date}
              className={day.percent >= 100 ? styles.met : styles.below}
              x={(Number(day.date.slice(8)) - 1) * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              rx="1"
            >
              <title>{t('month.day', { date: day.date, percent: percent(day.percent) })}</title>
            </rect>
          );
        })}
        <path className={styles.norm} d={`M0 ${norm} H${width}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={styles.scale} aria-hidden="true">
        <span>1</span>
        <span className={styles.legend}>{t('month.normLine')}</span>
        <span>{length || ''}</span>
      </div>
    </figure>
  );
}
