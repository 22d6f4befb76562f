import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldMessages } from '../../contract/field-messages.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { readSources } from '../testing/sources.ts';

type Texts = { [key: string]: string | Texts };

const texts = Object.fromEntries(languageCodes.map((code) => [code, flatten(read(code))]));
const english = texts['en'] ?? {};
const translations = languageCodes.filter((code) => code !== 'en');

const PLURAL = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string) => key.replace(PLURAL, '');
const pluralBases = [...new Set(Object.keys(english).filter((key) => PLURAL.test(key)))].map(baseOf);

describe.each(languageCodes)('the texts in %s', (code) => {
  const own = texts[code] ?? {};

  it('have exactly the keys of the English ones, with the plurals of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    const expected = Object.keys(english).flatMap((key) => {
      if (!PLURAL.test(key)) return [key];
      return pluralCategories.map((category) => `${baseOf(key)}_${category}`);
    });
    expect(Object.keys(own).toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  it('say something under every key, without spaces around it', () => {
    const faulty = Object.entries(own).filter(([, text]) => text === '' || text !== text.trim());
    expect(faulty).toEqual([]);
  });

  it('have a plural for every number of days in a month', () => {
    const rules = new Intl.PluralRules(code);
    for (let days = 0; days <= 31; days++) {
      for (const base of pluralBases) expect(own).toHaveProperty([`${base}_${rules.select(days)}`]);
    }
  });
});

describe.each(translations)('the translation into %s', (code) => {
  const own = texts[code] ?? {};
  const englishOf = (key: string) => english[key] ?? english[`${baseOf(key)}_other`] ?? '';

  it('fills in what the English texts fill in', () => {
    const placeholders = (text: string) => text.match(/{{\w+}}/g)?.toSorted() ?? [];
    const expected = Object.keys(own).map((key) => [key, placeholders(englishOf(key))]);
    expect(Object.entries(own).map(([key, text]) => [key, placeholders(text)])).toEqual(expected);
  });

  it('leaves no sentence in English', () => {
    const isSentence = (text: string) => text.replace(/{{\w+}}/g, '').split(/\s+/).length >= 3;
    const left = Object.entries(own).filter(([key, text]) => isSentence(text) && text === englishOf(key));
    expect(left).toEqual([]);
  });
});

describe('the code of the browser', () => {
  const { words, templates, bare } = readSources();

  it('uses every text', () => {
    const isUsed = (key: string) =>
      words.has(key) ||
      // Where the code puts a key together, what it fills in must stand in the code too.
      templates.some((template) =>
        key
          .match(template)
          ?.slice(1)
          .every((filled) => words.has(filled)),
      );
    expect(
      Object.keys(english)
        .map(baseOf)
        .filter((key) => !isUsed(key)),
    ).toEqual([]);
  });

  it('shows nothing that is not translated, except for the formula', () => {
    const formula = /^(V = \(M ×|\) \+ \(T ×)$/;
    expect(bare.filter(({ text }) => !formula.test(text))).toEqual([]);
  });
});

describe('the messages at fields', () => {
  /** Only someone who calls the API by hand can meet these. */
  const neverInAForm = [
    'genderUnknown',
    'dateInvalid',
    'portionIdRequired',
    'idempotencyKeyInvalid',
    'avatarRequired',
    'bodyNotObject',
    'clockInvalid',
    'timeZoneUnknown',
    'flagInvalid',
    'deviceNameInvalid',
    'sessionIdInvalid',
    'languageUnknown',
    'pushKeysInvalid',
    'endpointInvalid',
    'channelIdRequired',
    'portionKeyInvalid',
  ];

  it.each(Object.keys(fieldMessages).filter((key) => !neverInAForm.includes(key)))(
    'have a text: %s',
    (key) => {
      expect(english).toHaveProperty([`fields.${key}`]);
    },
  );

  it('belong to a form where they have a text', () => {
    expect(neverInAForm.filter((key) => `fields.${key}` in english)).toEqual([]);
  });
});

describe('the product’s own words', () => {
  it.each([
    ['fields.emailRequired', 'Email is required'],
    ['fields.emailInvalid', 'Invalid email address'],
    ['fields.emailDomainInvalid', 'Invalid email domain'],
    ['fields.passwordRequired', 'Password is required'],
    ['fields.passwordTooShort', 'Password must be at least 8 characters'],
    ['fields.passwordTooLong', 'Password must be at most 64 characters'],
    ['fields.passwordsDiffer', 'Passwords must match'],
    ['auth.signInFailed', "Sorry, but such an account doesn't exist."],
    ['auth.signUpFailed', 'Sorry, this account already exists'],
  ])('%s is "%s"', (key, text) => {
    expect(english[key]).toBe(text);
  });

  it('come in nine languages, Ukrainian first', () => {
    expect(Object.keys(languages)).toEqual(['uk', 'en', 'fr', 'es', 'it', 'de', 'pt', 'ja', 'pl']);
  });
});

function read(code: string): Texts {
  try {
    return JSON.parse(readFileSync(new URL(`./texts/${code}.json`, import.meta.url), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** `{ a: { b: 'text' } }` as `{ 'a.b': 'text' }`. */
function flatten(nested: Texts, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(nested).map(([key, value]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  );
}
