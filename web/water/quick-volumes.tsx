import { useMemo } from 'react';
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

/** One tap for a usual glass. */
export function QuickVolumes() {
  const { t } = useTranslation();
  const { millilitres } = useFormat();
  const { add } = usePortionWrites();
  const { today } = useSelector(selectWater);
  // As the day was loaded: buttons that change places under a thumb would add what nobody wanted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is why later portions do not count.
  const volumes = useMemo(() => quickVolumes(today?.waterlist ?? []), [today?._id]);

  const tap = async (waterVolume: number, clicks: number) => {
    // The second click of an accidental double click.
    if (clicks > 1) return;
    const failure = await add({ waterVolume, time: wallClockNow(), key: newWriteKey() });
    if (failure) void toast('error', failure);
  };

  return (
    <div className={styles.volumes}>
      {volumes.map((volume) => (
        <Button
          key={volume}
          look="quiet"
          className={styles.volume}
          aria-label={t('water.addVolume', { volume: millilitres(volume) })}
          onClick={({ detail }) => tap(volume, detail)}
        >
          + {millilitres(volume)}
        </Button>
      ))}
    </div>
  );
}
