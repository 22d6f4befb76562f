import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title of the page in the language of the page. */
export function useTitle(page: 'welcome' | 'home' | 'signIn' | 'signUp'): void {
  const { t } = useTranslation();
  const title = t(`titles.${page}`);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
