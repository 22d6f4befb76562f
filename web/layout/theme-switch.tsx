import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { DeviceIcon, MoonIcon, SunIcon } from '../ui/icons.tsx';
import { applyTheme, storedTheme, storeTheme, themes } from './theme.ts';

const icons = {
  system: <DeviceIcon size={22} />,
  light: <SunIcon size={22} />,
  dark: <MoonIcon size={22} />,
};

/** Goes round: like the device, light, dark. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(storedTheme);
  const label = t('app.theme.current', { label: t('app.theme.label'), theme: t(`app.theme.${theme}`) });

  const next = () => {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    storeTheme(following);
    applyTheme(following);
    setTheme(following);
  };

  return (
    <Button look="icon" aria-label={label} title={label} onClick={next}>
      {icons[theme]}
    </Button>
  );
}
