import 'i18next';
import type texts from './texts/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    /** Every key that the code uses must stand in the texts. */
    resources: { translation: typeof texts };
  }
}
