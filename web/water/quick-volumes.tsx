import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { wallClockNow } from './clock.ts';
import { usePortionWrites } from './portion-writes.ts';
import styles from './quick-volumes.module.css';
import { quickVolumes } from './usual-volumes.ts';
import { selectWater } from './water.slice.ts';
import { newWriteKey } from './write-key.ts';

/** Two taps within so short a time are an accidental double click, ms. */
const DOUBLE_CLICK = 400;

/** One tap for a usual glass. */
export function QuickVolumes() {
  const { t } = useTranslation();
  const { millilitres } = useFormat();
  const { add } = usePortionWrites();
  const { today } = useSelector(selectWater);
  const lastTap = useRef(0);

  const tap = async (waterVolume: number, at: number) => {
    if (at - lastTap.current < DOUBLE_CLICK) return;
    lastTap.current = at;
    const failure = await add({ waterVolume, time: wallClockNow(), key: newWriteKey() });
    if (failure) void toast('error', failure);
  };

  return (
    <div className={styles.volumes}>
      {quickVolumes(today?.waterlist ?? []).map((volume) => (
        <Button
          key={volume}
          look="quiet"
          className={styles.volume}
          aria-label={t('water.addVolume', { volume: millilitres(volume) })}
          onClick={({ timeStamp }) => tap(volume, timeStamp)}
        >
          + {millilitres(volume)}
        </Button>
      ))}
    </div>
  );
}
