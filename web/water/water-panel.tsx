import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { WallClock } from '../../contract/calendar.ts';
import { toMillilitres } from '../../contract/norm.ts';
import { percentOf } from '../../contract/water.ts';
import { Bottle } from '../ui/bottle.tsx';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { DialogPlace, useAsked } from '../ui/lazy-dialog.tsx';
import { wallClockNow } from '../ui/wall-clock.ts';
import { Celebration } from './celebration.tsx';
import { AddPortionDialog } from './portion-dialogs.ts';
import { QuickVolumes } from './quick-volumes.tsx';
import { selectWater } from './water.slice.ts';
import styles from './water-panel.module.css';

/** How today stands: the bottle, the bar to the norm, and the ways to add water. */
export function WaterPanel() {
  const { t } = useTranslation();
  const { litres, millilitres, percent: percentText } = useFormat();
  const { today, dailyDrank, waterNorma } = useSelector(selectWater);
  const { asked, ask, done } = useAsked<WallClock>();

  const normMl = toMillilitres(waterNorma);
  const percent = today ? percentOf(dailyDrank, normMl) : 0;
  const left = normMl - dailyDrank;

  return (
    <section className={styles.panel} aria-labelledby="today-title">
      <h2 id="today-title" className="visually-hidden">
        {t('water.status')}
      </h2>
      <div className={styles.bottle}>
        <Bottle percent={percent} label={t('water.bottle', { percent: percentText(percent) })} />
        {today && <Celebration key={today._id} percent={percent} />}
      </div>
      <p className={styles.status} aria-live="polite">
        {today && (
          <>
            <strong className={styles.percent}>{percentText(percent)}</strong>
            <span>{t('water.drankOf', { drank: millilitres(dailyDrank), norm: litres(waterNorma) })}</span>
            <span className={left > 0 ? styles.left : styles.met}>
              {left > 0 ? t('water.left', { amount: millilitres(left) }) : t('water.met')}
            </span>
          </>
        )}
      </p>
      <DayBar percent={percent} />
      <div className={styles.actions}>
        <QuickVolumes />
        <Button className={styles.add} onClick={() => ask(wallClockNow())}>
          <PlusIcon /> {t('water.add')}
        </Button>
      </div>
      <DialogPlace>
        {asked && <AddPortionDialog key={asked.key} time={asked.what} onClose={done} />}
      </DialogPlace>
    </section>
  );
}

/** From 0 to 100 %, with a mark where the day stands. */
function DayBar({ percent }: { percent: number }) {
  const { t } = useTranslation();
  const { percent: percentText } = useFormat();
  const style = { '--share': Math.min(percent, 100) / 100 } as CSSProperties;
  return (
    <div className={styles.bar} style={style}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={t('water.bar')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(percent, 100)}
        aria-valuetext={percentText(percent)}
      >
        <div className={styles.groove}>
          <div className={percent >= 100 ? styles.full : styles.fill} />
        </div>
        <div className={styles.mark} />
      </div>
      <div className={styles.scale} aria-hidden="true">
        <span>{percentText(0)}</span>
        <span>{percentText(50)}</span>
        <span>{percentText(100)}</span>
      </div>
    </div>
  );
}
