import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, dayOf, FIRST_DAY, isRealWallClock } from '../../contract/calendar.ts';
import { WATER_VOLUME, waterVolumeFault } from '../../contract/water.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { MinusIcon, PlusIcon } from '../ui/icons.tsx';
import { type Rules, useForm } from '../ui/use-form.ts';
import { wallClockNow } from '../ui/wall-clock.ts';
import styles from './portion-form.module.css';
import type { PortionFacts } from './water.slice.ts';

/** What the plus and minus buttons add and take away, ml. */
const STEP = 50;

interface Values {
  volume: string;
  date: string;
  clock: string;
}

const rules: Rules<Values> = {
  volume: (text) => waterVolumeFault(wholeNumber(text)),
  date: (date) => (date && (date < FIRST_DAY || date > dayOf(wallClockNow())) ? 'timeOutOfRange' : undefined),
  clock: (clock, { date }) => (isRealWallClock(`${date}T${clock}`) ? undefined : 'timeInvalid'),
};

const wholeNumber = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

interface Props {
  /** What the form starts with. */
  facts: PortionFacts;
  /** Saves it. A text that it returns says why not, and keeps the form with all that was typed. */
  onSave(facts: PortionFacts): Promise<string | undefined>;
}

/** Volume and time of a portion, to add or to change. */
export function PortionForm({ facts, onSave }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const { field, values, set, submit, isSubmitting } = useForm<Values>({
    initial: { volume: String(facts.waterVolume), date: dayOf(facts.time), clock: clockOf(facts.time) },
    rules,
    onSubmit: async ({ volume, date, clock }) => {
      setFailure(await onSave({ waterVolume: wholeNumber(volume), time: `${date}T${clock}` }));
      return undefined;
    },
  });

  const step = (by: number) => {
    const volume = (Number.parseInt(values.volume, 10) || 0) + by;
    set('volume', String(Math.min(Math.max(volume, WATER_VOLUME.min), WATER_VOLUME.max)));
  };

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <div className={styles.amount}>
        <Button
          look="icon"
          className={styles.step}
          aria-label={t('portion.less')}
          onClick={() => step(-STEP)}
        >
          <MinusIcon />
        </Button>
        <Field
          label={t('portion.volume')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          onFocus={({ target }) => target.select()}
          {...field('volume')}
        />
        <Button look="icon" className={styles.step} aria-label={t('portion.more')} onClick={() => step(STEP)}>
          <PlusIcon />
        </Button>
      </div>
      <div className={styles.when}>
        <Field
          label={t('portion.date')}
          type="date"
          min={FIRST_DAY}
          max={dayOf(wallClockNow())}
          {...field('date')}
        />
        <Field label={t('portion.time')} type="time" {...field('clock')} />
      </div>
      <FormError>{failure}</FormError>
      <Actions>
        <Button type="submit" busy={isSubmitting}>
          {t('app.save')}
        </Button>
      </Actions>
    </form>
  );
}
