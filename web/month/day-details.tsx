import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonthDay } from '../../contract/water.schema.ts';
import { useFormat } from '../ui/format.ts';
import styles from './day-details.module.css';

/** How near the details may come to the edge of the window, px. */
const MARGIN = 12;

interface Props {
  figures: MonthDay;
  onClose(): void;
  /** Shows the day's portions. */
  onOpen(): void;
}

/** Norm, fulfilment and servings of a day, beside its circle. Escape, or a press elsewhere, closes it. */
export function DayDetails({ figures, onClose, onOpen }: Props) {
  const { t } = useTranslation();
  const { litres, percent, weekday } = useFormat();
  const popover = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = popover.current;
    element?.showPopover();
    if (element) placeAbove(element);
  }, []);

  // A press on the circle itself keeps the details, so the browser's own light dismissal would be one too many.
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close.current();
    };
    const onPress = ({ target }: PointerEvent) => {
      const cell = popover.current?.parentElement;
      if (!cell?.contains(target as Node)) close.current();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, []);

  return (
    <div ref={popover} popover="manual" className={styles.details}>
      <p className={styles.date}>
        {weekday(figures.date)}, {figures.date}
      </p>
      <dl className={styles.figures}>
        <Figure label={t('month.dailyNorm')} value={litres(figures.dailyNorma)} />
        <Figure label={t('month.fulfilment')} value={percent(figures.percent)} />
        <Figure label={t('month.servings')} value={String(figures.servings)} />
      </dl>
      <button type="button" className={styles.open} onClick={onOpen}>
        {t('month.openDay')}
      </button>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}

/** Puts the details over their circle, or below it where there is no room, and inside the window in any case. */
function placeAbove(element: HTMLElement): void {
  const circle = element.parentElement?.querySelector('button')?.getBoundingClientRect();
  if (!circle) return;
  const { width, height } = element.getBoundingClientRect();
  const centred = circle.left + circle.width / 2 - width / 2;
  const left = Math.min(Math.max(centred, MARGIN), innerWidth - width - MARGIN);
  const above = circle.top - height;
  const top = above >= MARGIN ? above : circle.bottom;
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
