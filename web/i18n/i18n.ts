import i18next, { type BackendModule } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, languageCodes, languageOf } from '../../contract/languages.ts';

const RETRIES = 5;
/** The pause before the first retry, ms; it doubles each time. */
const FIRST_PAUSE = 350;

/** Where the build put each language's texts. */
const addresses = import.meta.glob<string>('./texts/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches the texts of one language. The `true` beside an error asks i18next to try again. */
const texts: BackendModule = {
  type: 'backend',
  init: () => {},
  read: async (language, _namespace, done) => {
    try {
      const response = await fetch(addresses[`./texts/${language}.json`] ?? '');
      if (!response.ok) throw new Error(`The texts of ${language} were answered with ${response.status}.`);
      done(null, await response.json());
    } catch (error) {
      done(error as Error, true);
    }
  },
};

/** Starts in the person's language. Only that one is loaded: each is complete, so none needs another behind it. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(texts)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: languageCodes,
      fallbackLng: (code) => (languageCodes.some((known) => known === code) ? [] : [fallbackLanguage]),
      load: 'languageOnly',
      interpolation: { escapeValue: false },
      // Told so, it does not ask of every key whether it is one or a sentence.
      keySeparator: '.',
      nsSeparator: false,
      maxRetries: RETRIES,
      retryTimeout: FIRST_PAUSE,
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        // `de-AT` gets what there is in `de`, and the page says so.
        convertDetectedLanguage: (tag) => languageOf(tag) ?? tag,
        caches: ['localStorage'],
      },
    });
}
