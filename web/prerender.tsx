import i18next from 'i18next';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { BASE_PATH } from '../contract/base-path.ts';
import type { Language } from '../contract/languages.ts';
import { App } from './app.tsx';
import type texts from './i18n/texts/en.json';
import { Loader } from './ui/loader.tsx';

/** The markup of a page before any script has run, with its title and description. */
export interface Prerendered {
  title: string;
  description: string;
  markup: string;
}

/** The welcome page in a language. */
export async function prerenderWelcome(language: Language, translation: typeof texts): Promise<Prerendered> {
  await speak(language, translation);
  const page = (
    <StrictMode>
      <StaticRouter basename={BASE_PATH} location={`${BASE_PATH}/`}>
        <App hasToken={false} />
      </StaticRouter>
    </StrictMode>
  );
  return pageOf(renderToString(page));
}

/** What stands on every other page until its code is there. */
export async function prerenderLoader(language: Language, translation: typeof texts): Promise<Prerendered> {
  await speak(language, translation);
  return pageOf(renderToString(<Loader />));
}

async function speak(language: Language, translation: typeof texts): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
  });
}

function pageOf(markup: string): Prerendered {
  return { title: i18next.t('titles.welcome'), description: i18next.t('welcome.lead'), markup };
}
