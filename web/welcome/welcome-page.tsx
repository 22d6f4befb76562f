import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { buttonLink } from '../ui/button.tsx';
import { CalendarIcon, GlassIcon, ScaleIcon } from '../ui/icons.tsx';
import { useTitle } from '../ui/title.ts';
import { Waves } from '../ui/waves.tsx';
import { HeroBottle } from './hero-bottle.tsx';
import styles from './welcome-page.module.css';

const benefits = [
  { key: 'habit', icon: <GlassIcon /> },
  { key: 'statistics', icon: <CalendarIcon /> },
  { key: 'norm', icon: <ScaleIcon /> },
] as const;

const reasons = ['nutrients', 'oxygen', 'heart', 'release', 'stability', 'temperature', 'immunity'] as const;

/** What the product is and why one would want it, with the ways in. */
export function WelcomePage({ isSignedIn }: { isSignedIn: boolean }) {
  useTitle('welcome');
  const { t } = useTranslation();
  return (
    <main id="content" className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.pitch}>
          <h1 className={styles.title}>{t('welcome.title')}</h1>
          <p className={styles.lead}>{t('welcome.lead')}</p>
          <WaysIn isSignedIn={isSignedIn} />
        </div>
        <HeroBottle label={t('welcome.bottleAlt')} />
      </section>
      <div className={styles.columns}>
        <Section title={t('welcome.benefitsTitle')}>
          <ul className={styles.benefits}>
            {benefits.map(({ key, icon }) => (
              <li key={key} className={styles.benefit}>
                <span className={styles.icon}>{icon}</span>
                <div>
                  <h3 className={styles.benefitTitle}>{t(`welcome.benefits.${key}`)}</h3>
                  <p className={styles.quiet}>{t(`welcome.benefitTexts.${key}`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('welcome.reasonsTitle')}>
          <ul className={styles.reasons}>
            {reasons.map((key) => (
              <li key={key} className={styles.reason}>
                {t(`welcome.reasons.${key}`)}
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <Waves />
    </main>
  );
}

function WaysIn({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation();
  if (isSignedIn) {
    return (
      <p className={styles.ways}>
        <Link className={buttonLink('primary')} to={paths.home}>
          {t('welcome.openTracker')}
        </Link>
      </p>
    );
  }
  return (
    <p className={styles.ways}>
      <Link className={buttonLink('primary')} to={paths.signUp}>
        {t('welcome.try')}
      </Link>
      <Link className={buttonLink('quiet')} to={paths.signUp}>
        {t('welcome.signUp')}
      </Link>
      <Link className={buttonLink('quiet')} to={paths.signIn}>
        {t('welcome.signIn')}
      </Link>
    </p>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{title}</h2>
      {children}
    </section>
  );
}
