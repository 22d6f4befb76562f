import type { Language } from './languages.ts';

/** What a reminder says; `{amount}` is what is missing to the norm. */
interface ReminderTexts {
  title: string;
  missing: string;
  /** Where nothing is missing and reminders go on all the same. */
  nothingMissing: string;
  test: string;
  millilitres: string;
}

const texts: Record<Language, ReminderTexts> = {
  uk: {
    title: 'Час випити води',
    missing: 'До норми залишилося {amount}',
    nothingMissing: 'Норму виконано. Ще ковток?',
    test: 'Так виглядатиме нагадування',
    millilitres: '{amount} мл',
  },
  en: {
    title: 'Time for water',
    missing: '{amount} to go to your norm',
    nothingMissing: 'The norm is met. Another sip?',
    test: 'This is what a reminder looks like',
    millilitres: '{amount} ml',
  },
  fr: {
    title: 'C’est l’heure de boire de l’eau',
    missing: 'Encore {amount} jusqu’à votre norme',
    nothingMissing: 'La norme est atteinte. Encore une gorgée ?',
    test: 'Voici à quoi ressemble un rappel',
    millilitres: '{amount} ml',
  },
  es: {
    title: 'Hora de beber agua',
    missing: 'Te faltan {amount} para tu norma',
    nothingMissing: 'La norma está cumplida. ¿Otro sorbo?',
    test: 'Así se ve un recordatorio',
    millilitres: '{amount} ml',
  },
  it: {
    title: 'È ora di bere acqua',
    missing: 'Mancano {amount} alla tua norma',
    nothingMissing: 'La norma è raggiunta. Ancora un sorso?',
    test: 'Ecco come appare un promemoria',
    millilitres: '{amount} ml',
  },
  de: {
    title: 'Zeit für Wasser',
    missing: 'Noch {amount} bis zu deiner Norm',
    nothingMissing: 'Die Norm ist erreicht. Noch ein Schluck?',
    test: 'So sieht eine Erinnerung aus',
    millilitres: '{amount} ml',
  },
  pt: {
    title: 'Hora de beber água',
    missing: 'Faltam {amount} para a sua norma',
    nothingMissing: 'A norma está cumprida. Mais um gole?',
    test: 'É assim que aparece um lembrete',
    millilitres: '{amount} ml',
  },
  ja: {
    title: '水を飲む時間です',
    missing: '目標まであと{amount}',
    nothingMissing: '目標は達成しました。もう一口いかがですか？',
    test: 'リマインダーはこのように表示されます',
    millilitres: '{amount} ml',
  },
  pl: {
    title: 'Czas na wodę',
    missing: 'Do normy brakuje {amount}',
    nothingMissing: 'Norma osiągnięta. Jeszcze łyk?',
    test: 'Tak wygląda przypomnienie',
    millilitres: '{amount} ml',
  },
};

const fill = (text: string, amount: string) => text.replace('{amount}', amount);

/** A volume in ml as the language writes it. */
export function volumeText(language: Language, millilitres: number): string {
  return fill(texts[language].millilitres, new Intl.NumberFormat(language).format(millilitres));
}

/** What a reminder says in a language; `missingMl` is what is missing to the norm. */
export function reminderText(language: Language, missingMl: number): { title: string; body: string } {
  const { title, missing, nothingMissing } = texts[language];
  const body = missingMl > 0 ? fill(missing, volumeText(language, missingMl)) : nothingMissing;
  return { title, body };
}

/** What a reminder that was only asked for as a test says. */
export function testText(language: Language): { title: string; body: string } {
  const { title, test } = texts[language];
  return { title, body: test };
}
