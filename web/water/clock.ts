import { useEffect, useState } from 'react';
import { type Day, dayOf, type WallClock } from '../../contract/calendar.ts';

const CHECK_MS = 15_000;
const two = (value: number) => String(value).padStart(2, '0');

/** What the clock on the person's wall shows now. */
export function wallClockNow(now = new Date()): WallClock {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`;
}

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
