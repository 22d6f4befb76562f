import { Bottle } from '../ui/bottle.tsx';
import styles from './hero-bottle.module.css';

/** The bottle of the home page as a picture of the product, three quarters full, with drops around it. */
export function HeroBottle({ label }: { label: string }) {
  return (
    <div className={styles.hero}>
      <div className={styles.bottle}>
        <Bottle percent={72} label={label} />
      </div>
      <svg className={styles.drops} viewBox="0 0 400 400" aria-hidden="true">
        {drops.map(({ x, y, size }) => (
          <path
            key={x}
            className={styles.drop}
            d="M0 -10 C 5 -3 8 1 8 6 A 8 8 0 0 1 -8 6 C -8 1 -5 -3 0 -10 Z"
            transform={`translate(${x} ${y}) scale(${size})`}
          />
        ))}
      </svg>
    </div>
  );
}

const drops = [
  { x: 52, y: 120, size: 2.2 },
  { x: 92, y: 236, size: 1.2 },
  { x: 344, y: 92, size: 1.5 },
  { x: 366, y: 204, size: 2.6 },
  { x: 318, y: 300, size: 1.1 },
];
