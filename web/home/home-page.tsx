import { useCallback, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { type Day, monthOf } from '../../contract/calendar.ts';
import { selectUser } from '../account/auth.slice.ts';
import { fetchMonth } from '../month/month.slice.ts';
import { MonthPanel } from '../month/month-panel.tsx';
import { fetchNorm } from '../norm/norm.slice.ts';
import { NormCard } from '../norm/norm-card.tsx';
import { useAppDispatch } from '../state.ts';
import { useFailureText } from '../ui/failure-text.ts';
import { useWarmDialogs } from '../ui/lazy-dialog.tsx';
import { useTitle } from '../ui/title.ts';
import { toast } from '../ui/toast.tsx';
import { useToday } from '../ui/today.ts';
import { wallClockNow } from '../ui/wall-clock.ts';
import { DayPanel } from '../water/day-panel.tsx';
import {
  chosenLeft,
  fetchChosen,
  fetchToday,
  fetchUsualVolumes,
  selectChosenDay,
} from '../water/water.slice.ts';
import { WaterPanel } from '../water/water-panel.tsx';
import styles from './home-page.module.css';
import { HomeReminders } from './home-reminders.tsx';

/** The tracker: how today stands, its portions, and the month. */
export default function HomePage() {
  useTitle('home');
  useWarmDialogs();
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const today = useToday();
  const ownerId = useSelector(selectUser)?.id ?? '';
  const chosenDay = useSelector(selectChosenDay);
  // The month is costly to draw and further down: today shows first.
  const isMonthDue = useDeferredValue(true, false);

  useEffect(() => {
    void dispatch(fetchNorm());
  }, [dispatch]);

  const loadToday = useCallback(() => {
    void dispatch(fetchToday({ now: wallClockNow(), ownerId }));
    void dispatch(fetchUsualVolumes());
  }, [dispatch, ownerId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new day is why it is loaded again.
  useEffect(loadToday, [loadToday, today]);

  // A button of a notification added a portion behind the page's back.
  const reload = useCallback(() => {
    loadToday();
    void dispatch(fetchMonth(monthOf(today)));
  }, [dispatch, loadToday, today]);

  const choose = async (day: Day) => {
    if (day === today) {
      dispatch(chosenLeft());
      return;
    }
    const result = await dispatch(fetchChosen(day));
    if (fetchChosen.rejected.match(result)) void toast('error', failureText(result.payload));
  };

  return (
    <main id="content" className={styles.page}>
      <h1 className="visually-hidden">{t('titles.home')}</h1>
      <div className={styles.left}>
        <NormCard />
        <WaterPanel />
      </div>
      <div className={styles.right}>
        <DayPanel onBackToToday={() => dispatch(chosenLeft())} onRetry={loadToday} />
        {isMonthDue && <MonthPanel today={today} chosen={chosenDay ?? today} onChoose={choose} />}
      </div>
      <HomeReminders onAddedOutside={reload} />
    </main>
  );
}
