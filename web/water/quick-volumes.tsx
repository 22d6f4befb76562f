import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { wallClockNow } from '../ui/wall-clock.ts';
import { usePortionWrites } from './portion-writes.ts';
import styles from './quick-volumes.module.css';
import { quickVolumes } from './usual-volumes.ts';
import { selectUsualVolumes } from './water.slice.ts';
import { newWriteKey } from './write-key.ts';

/** One tap for a usual glass. */
export function QuickVolumes() {
  const { t } = useTranslation();
  const { millilitres } = useFormat();
  const { add } = usePortionWrites();
  const usualVolumes = useSelector(selectUsualVolumes);

  const tap = async (waterVolume: number, clicks: number) => {
    // The second click of an accidental double click.
    if (clicks > 1) return;
    const failure = await add({ waterVolume, time: wallClockNow(), key: newWriteKey() });
    if (failure) void toast('error', failure);
  };

  // Loaded once a day: buttons that change places under a thumb would add what nobody wanted.
  if (usualVolumes === null) return <div className={styles.volumes} aria-hidden="true" />;
  return (
    <div className={styles.volumes}>
      {quickVolumes(usualVolumes).map((volume) => (
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
