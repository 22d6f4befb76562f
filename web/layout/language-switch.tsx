import { useTranslation } from 'react-i18next';
import { languageCodes, languages } from '../../contract/languages.ts';
import { GlobeIcon } from '../ui/icons.tsx';
import styles from './language-switch.module.css';

/** Every language by its own name. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.switch}>
      <GlobeIcon size={20} />
      <select
        className={styles.select}
        aria-label={t('app.language')}
        value={i18n.resolvedLanguage}
        onChange={({ target }) => i18n.changeLanguage(target.value)}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code]}
          </option>
        ))}
      </select>
    </div>
  );
}
