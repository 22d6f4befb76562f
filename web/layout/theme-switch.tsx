import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { DeviceIcon, MoonIcon, SunIcon } from '../ui/icons.tsx';
import { chooseTheme, currentTheme, themes, watchTheme } from './theme.ts';

const icons = {
  system: <DeviceIcon size={22} />,
  light: <SunIcon size={22} />,
  dark: <MoonIcon size={22} />,
};

/** Goes round: like the device, light, dark. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  // The page that the server sends cannot know the choice: it begins with the system's.
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => 'system' as const);
  const label = t('app.theme.current', { label: t('app.theme.label'), theme: t(`app.theme.${theme}`) });

  const next = () => {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    chooseTheme(following);
  };

  return (
    <Button look="icon" aria-label={label} title={label} onClick={next}>
      {icons[theme]}
    </Button>
  );
}
