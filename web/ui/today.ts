import { useEffect, useState } from 'react';
import { type Day, dayOf } from '../../contract/calendar.ts';
import { wallClockNow } from './wall-clock.ts';

const CHECK_MS = 15_000;

/** The person's calendar day; follows midnight, also when the device wakes up from sleep. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayOf(wallClockNow()));
  useEffect(() => {
    const check = () => setToday(dayOf(wallClockNow()));
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
  return today;
}
