// Runs before anything is shown, so that nothing shown has to change again: the appearance that was chosen, and whether
// the welcome page that came with the HTML is the one to show (not for another language, nor for who is signed in).
(() => {
  const { dataset, lang } = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    const language =
      new URLSearchParams(location.search).get('lng') || localStorage.getItem('i18nextLng') || lang;
    if (language.slice(0, 2) !== lang || localStorage.getItem('auth')) dataset.stale = '';
  } catch {
    // Storage is forbidden: the page is shown as it came.
  }
})();
