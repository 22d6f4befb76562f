import { useId } from 'react';
import styles from './bottle.module.css';

/** The y of the water's surface in the picture, empty and full. */
const EMPTY_Y = 392;
const FULL_Y = 112;

const OUTLINE =
  'M86 58 V76 C86 92 40 98 40 142 V344 C40 376 54 390 84 390 H156 C186 390 200 376 200 344 V142 C200 98 154 92 154 76 V58 Z';

/** Two wave lengths of surface, as wide as twice the picture, filled downwards; moving it by one length repeats it. */
const SURFACE =
  'M-240 0 C -200 -10 -160 -10 -120 0 S -40 10 0 0 S 80 -10 120 0 S 200 10 240 0 S 320 -10 360 0 S 440 10 480 0 V300 H-240 Z';

interface Props {
  /** The share of the norm that was drunk, in percent. */
  percent: number;
  label: string;
}

/** The bottle: its level is the share of the norm. More than the norm does not fit in. */
export function Bottle({ percent, label }: Props) {
  const clip = useId();
  const share = Math.min(Math.max(percent, 0), 100) / 100;
  const level = EMPTY_Y - share * (EMPTY_Y - FULL_Y);

  return (
    <svg className={styles.bottle} viewBox="0 0 240 410" role="img" aria-label={label}>
      <defs>
        <clipPath id={clip}>
          <path d={OUTLINE} />
        </clipPath>
      </defs>
      <ellipse cx="120" cy="398" rx="86" ry="9" className={styles.shadow} />
      <path d={OUTLINE} className={styles.glass} />
      <g clipPath={`url(#${clip})`}>
        {/* An attribute, not a style: the page that comes with the HTML may carry none. */}
        <g className={styles.water} transform={`translate(0 ${level})`}>
          <path d={SURFACE} className={styles.back} />
          <path d={SURFACE} className={styles.front} />
          {share > 0 &&
            bubbles.map(({ x, r }) => <circle key={x} cx={x} cy={40} r={r} className={styles.bubble} />)}
        </g>
        <path d="M58 150 V330" className={styles.shine} />
      </g>
      <path d={OUTLINE} className={styles.outline} />
      {marks.map((share) => {
        const y = EMPTY_Y - share * (EMPTY_Y - FULL_Y);
        return <path key={share} d={`M184 ${y} H200`} className={styles.mark} />;
      })}
      <rect x="78" y="14" width="84" height="46" rx="12" className={styles.cap} />
      <path d="M94 26 V48 M108 26 V48 M122 26 V48 M136 26 V48 M148 26 V48" className={styles.grip} />
    </svg>
  );
}

const marks = [0.25, 0.5, 0.75];

const bubbles = [
  { x: 92, r: 5 },
  { x: 128, r: 3.5 },
  { x: 160, r: 6 },
];
