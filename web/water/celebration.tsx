import { useEffect, useRef, useState } from 'react';
import styles from './celebration.module.css';

const DROPS = 16;

/** Drops that burst out of the bottle, once, at the moment at which the norm of the day is met. */
export function Celebration({ percent }: { percent: number }) {
  const [isOn, setIsOn] = useState(false);
  const before = useRef(percent);
  const isDone = useRef(percent >= 100);

  useEffect(() => {
    const isMoment = percent >= 100 && before.current < 100 && !isDone.current;
    before.current = percent;
    if (!isMoment) return;
    isDone.current = true;
    setIsOn(true);
  }, [percent]);

  if (!isOn) return null;
  return (
    <svg className={styles.burst} viewBox="-100 -100 200 200" aria-hidden="true">
      {Array.from({ length: DROPS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the drops are alike and never change places.
        <g key={index} transform={`rotate(${(360 / DROPS) * index})`}>
          <path
            className={styles.drop}
            d="M0 -8 C 4 -3 6 0 6 4 A 6 6 0 0 1 -6 4 C -6 0 -4 -3 0 -8 Z"
            onAnimationEnd={index === 0 ? () => setIsOn(false) : undefined}
          />
        </g>
      ))}
    </svg>
  );
}
