/** `public/first.js` reads the same key before the page is shown. */
const KEY = 'theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The appearance that the page has been given; the system's where the person chose none. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return themes.find((theme) => theme === chosen) ?? 'system';
}

let onChoice: () => void = () => {};

/** Calls back when another appearance is chosen. */
export function watchTheme(callback: () => void): () => void {
  onChoice = callback;
  return () => {
    onChoice = () => {};
  };
}

/** Shows the page in this appearance and keeps the choice for the next visit. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  onChoice();
}
