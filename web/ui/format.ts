import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, type Day, dayOf, type Month, type WallClock } from '../../contract/calendar.ts';
import { wallClockNow } from './wall-clock.ts';

/** Any instant whose UTC fields read like the wall clock; formatted in UTC it shows just that. */
const asUtc = (wallClock: WallClock) => new Date(`${wallClock}:00Z`);

/** The platform's formats of a language. */
function platformFormats(language: string) {
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const shortWeekday = date({ weekday: 'short' });
  return {
    number: new Intl.NumberFormat(language),
    percent: new Intl.NumberFormat(language, { style: 'percent' }),
    clock: date({ hour: 'numeric', minute: '2-digit', hour12: true }),
    month: date({ month: 'long' }),
    weekday: date({ weekday: 'long' }),
    weekdays: Array.from({ length: 7 }, (_, index) =>
      shortWeekday.format(asUtc(`2024-01-0${index + 1}T00:00`)),
    ),
  };
}

const made = new Map<string, ReturnType<typeof platformFormats>>();

/** Making formats is slow, and a month asks for them in every cell: once for each language is enough. */
function formatsOf(language: string) {
  const formats = made.get(language) ?? platformFormats(language);
  made.set(language, formats);
  return formats;
}

/** Exported for its test. */
export function createFormat(language: string, t: TFunction) {
  const { number, percent, clock, month, weekday, weekdays } = formatsOf(language);

  return {
    millilitres: (value: number) => t('units.ml', { value: number.format(value) }),
    litres: (value: number) => t('units.litres', { value: number.format(value) }),
    number: (value: number) => number.format(value),
    percent: (value: number) => percent.format(value / 100),

    /** `h:mm a`, with the language's own words for a.m. and p.m. */
    time(time: WallClock): string {
      const parts = clock.formatToParts(asUtc(time));
      const dayPeriod = parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
      const [hour = '0', minute = '00'] = clockOf(time).split(':');
      const digits = `${Number(hour) % 12 || 12}:${minute}`;
      // Japanese says "morning" first.
      return parts[0]?.type === 'dayPeriod' ? `${dayPeriod}${digits}` : `${digits} ${dayPeriod}`;
    },

    /** The month's name and year. */
    month(value: Month): string {
      const name = month.format(asUtc(`${value}-01T00:00`));
      return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)} ${value.slice(0, 4)}`;
    },

    /** The date and the time of an instant (ISO 8601) on the clock of this device. */
    moment(instant: string): string {
      const wallClock = wallClockNow(new Date(instant));
      return `${dayOf(wallClock)} ${this.time(wallClock)}`;
    },

    weekday: (day: Day) => weekday.format(asUtc(`${day}T00:00`)),

    /** The short names of the week's days, from Monday on. */
    weekdays,
  };
}

/** Writes numbers, times and names as the language of the interface does. Dates stay `yyyy-MM-dd`. */
export function useFormat() {
  const { t, i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? i18n.language;
  return useMemo(() => createFormat(language, t), [language, t]);
}
