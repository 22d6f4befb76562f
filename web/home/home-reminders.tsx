import { Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { toMillilitres } from '../../contract/norm.ts';
import { lazyPage } from '../ui/lazy-page.tsx';
import { PageErrors } from '../ui/page-errors.tsx';
import { toast } from '../ui/toast.tsx';
import { wallClockNow } from '../ui/wall-clock.ts';
import { usePortionWrites } from '../water/portion-writes.ts';
import { quickVolumes } from '../water/usual-volumes.ts';
import { selectWater } from '../water/water.slice.ts';
import { newWriteKey } from '../water/write-key.ts';

const ReminderWatch = lazyPage(() => import('../reminders/watch.tsx'));

/** Reminders can wait until the page has settled, ms. */
const WATCH_AFTER_MS = 5000;

/** What an open page does for reminders, with what it knows of today. */
export function HomeReminders({ onAddedOutside }: { onAddedOutside(): void }) {
  const { today, dailyDrank, waterNorma, usualVolumes } = useSelector(selectWater);
  const { add } = usePortionWrites();
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), WATCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isSettled || !today) return null;
  const onAdd = async (waterVolume: number) => {
    const failure = await add({ waterVolume, time: wallClockNow(), key: newWriteKey() });
    if (failure) void toast('error', failure);
  };
  return (
    // Without its code there are no reminders in the page; everything else goes on.
    <PageErrors isSilent>
      <Suspense>
        <ReminderWatch
          drankMl={dailyDrank}
          normMl={toMillilitres(waterNorma)}
          volumes={quickVolumes(usualVolumes ?? [])}
          onAdd={onAdd}
          onAddedOutside={onAddedOutside}
        />
      </Suspense>
    </PageErrors>
  );
}
