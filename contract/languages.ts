/** The languages of the interface, each by its own name; the first one is the fallback. */
export const languages = {
  uk: 'Українська',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  de: 'Deutsch',
  pt: 'Português',
  ja: '日本語',
  pl: 'Polski',
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];
export const fallbackLanguage: Language = 'uk';

/** The supported language that a tag such as `pt-BR` means; undefined if there is none. */
export function languageOf(tag: string): Language | undefined {
  const [code] = tag.trim().toLowerCase().split(/[-_]/);
  return languageCodes.find((known) => known === code);
}
