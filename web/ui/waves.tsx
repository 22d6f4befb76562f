import styles from './waves.module.css';

/**
 * Waves along the lower edge of a page, with a few bubbles rising. Only decoration. Stands last on its page: drawn before
 * the rest of the HTML is there, it would jump with the edge.
 */
export function Waves() {
  return (
    <div className={styles.sea}>
      <svg
        className={styles.bubbles}
        viewBox="0 0 1440 420"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        {bubbles.map(({ x, y, r }) => (
          <circle key={x} cx={x} cy={y} r={r} className={styles.bubble} />
        ))}
      </svg>
      <svg className={styles.water} viewBox="0 0 1440 220" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.back} d={wave(70, 34)} />
        <path className={styles.front} d={wave(110, 26)} />
      </svg>
    </div>
  );
}

const bubbles = [
  { x: 96, y: 250, r: 18 },
  { x: 180, y: 130, r: 9 },
  { x: 330, y: 310, r: 12 },
  { x: 640, y: 350, r: 8 },
  { x: 980, y: 300, r: 14 },
  { x: 1180, y: 170, r: 22 },
  { x: 1290, y: 300, r: 10 },
  { x: 1385, y: 90, r: 13 },
];

/** A gentle wave over the whole width, filled down to the lower edge. */
function wave(level: number, height: number): string {
  const up = level - height;
  const down = level + height;
  return `M0 ${level} C 180 ${up}, 320 ${up}, 480 ${level} S 800 ${down}, 960 ${level} S 1260 ${up}, 1440 ${level} V 220 H 0 Z`;
}
