import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, type Day, type Month, type WallClock } from '../../contract/calendar.ts';

/** Any instant whose UTC fields read like the wall clock; formatted in UTC it shows just that. */
const asUtc = (wallClock: WallClock) => new Date(`${wallClock}:00Z`);

/** Exported for its test. */
export function createFormat(language: string, t: TFunction) {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const clock = new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const longWeekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const shortWeekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });

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

    weekday: (day: Day) => longWeekday.format(asUtc(`${day}T00:00`)),

    /** The short names of the week's days, from Monday on. */
    weekdays: Array.from({ length: 7 }, (_, index) =>
      shortWeekday.format(asUtc(`2024-01-0${index + 1}T00:00`)),
    ),
  };
}

/** Writes numbers, times and names as the language of the interface does. Dates stay `yyyy-MM-dd`. */
export function useFormat() {
  const { t, i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? i18n.language;
  return useMemo(() => createFormat(language, t), [language, t]);
}
