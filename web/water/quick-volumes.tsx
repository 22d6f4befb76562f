import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { useFormat } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { wallClockNow } from './clock.ts';
import styles from './quick-volumes.module.css';
import { quickVolumes } from './usual-volumes.ts';
import { addPortion, selectWater } from './water.slice.ts';
import { newWriteKey } from './write-key.ts';

/** One tap for a usual glass. */
export function QuickVolumes() {
  const { t } = useTranslation();
  const { millilitres } = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const { today } = useSelector(selectWater);
  const isBusy = useRef(false);

  const add = async (waterVolume: number) => {
    // A double click is one glass.
    if (isBusy.current) return;
    isBusy.current = true;
    const result = await dispatch(addPortion({ waterVolume, time: wallClockNow(), key: newWriteKey() }));
    isBusy.current = false;
    if (addPortion.rejected.match(result)) void toast('error', failureText(result.payload));
  };

  return (
    <div className={styles.volumes}>
      {quickVolumes(today?.waterlist ?? []).map((volume) => (
        <Button
          key={volume}
          look="quiet"
          className={styles.volume}
          aria-label={t('water.addVolume', { volume: millilitres(volume) })}
          onClick={() => add(volume)}
        >
          + {millilitres(volume)}
        </Button>
      ))}
    </div>
  );
}
