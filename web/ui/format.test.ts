import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../contract/languages.ts';
import { createFormat } from './format.ts';

/** The format of a language, with its real texts. */
async function formatOf(language: string) {
  const path = new URL(`../i18n/texts/${language}.json`, import.meta.url);
  const translation = JSON.parse(readFileSync(path, 'utf8'));
  const instance = i18next.createInstance({ lng: language, interpolation: { escapeValue: false } });
  const t = await instance.init({ resources: { [language]: { translation } } });
  return createFormat(language, t);
}

/** What people see, whichever kind of space the language puts. */
const plain = (text: string) => text.replace(/\s/gu, ' ');

describe('a time', () => {
  it.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['01:09', '1:09 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['13:30', '1:30 PM'],
    ['23:55', '11:55 PM'],
  ])('at %s is shown as %s', async (clock, shown) => {
    const { time } = await formatOf('en');
    // On this day clocks change in Europe; a wall clock knows nothing of it.
    expect(time(`2026-03-29T${clock}`)).toBe(shown);
  });

  it.each(languageCodes)('tells morning from evening in %s, the hour from 1 to 12', async (language) => {
    const { time } = await formatOf(language);
    const [morning, evening] = [time('2026-11-20T08:05'), time('2026-11-20T20:05')];
    // Japanese puts the half of the day first.
    const form = language === 'ja' ? /^\S+8:05$/ : /^8:05 \S/;
    expect(morning).toMatch(form);
    expect(evening).toMatch(form);
    expect(morning).not.toBe(evening);
  });
});

describe('numbers', () => {
  it.each([
    ['en', '1,250 ml', '1.85 L', '113%'],
    ['de', '1.250 ml', '1,85 l', '113 %'],
  ])('are written as %s writes them', async (language, volume, norm, share) => {
    const { millilitres, litres, percent } = await formatOf(language);
    expect(plain(millilitres(1250))).toBe(volume);
    expect(plain(litres(1.85)).toLowerCase()).toBe(norm.toLowerCase());
    expect(plain(percent(113))).toBe(share);
  });
});

describe('names', () => {
  it('of months are those of the language, with the year', async () => {
    const english = await formatOf('en');
    const months = Array.from({ length: 12 }, (_, i) =>
      english.month(`2026-${String(i + 1).padStart(2, '0')}`),
    );
    const names = 'January February March April May June July August September October November December';
    expect(months).toEqual(names.split(' ').map((name) => `${name} 2026`));
    expect((await formatOf('uk')).month('2026-11')).toBe('Листопад 2026');
  });

  it('of weekdays begin with Monday', async () => {
    const { weekday, weekdays } = await formatOf('en');
    expect(weekdays).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(weekday('2026-11-21')).toBe('Saturday');
  });
});
