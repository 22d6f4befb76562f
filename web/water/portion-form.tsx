import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { clockOf, dayOf, FIRST_DAY, isRealWallClock } from '../../contract/calendar.ts';
import { message } from '../../contract/field-messages.ts';
import { WATER_VOLUME, WaterVolume } from '../../contract/water.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { MinusIcon, PlusIcon } from '../ui/icons.tsx';
import { wallClockNow } from './clock.ts';
import styles from './portion-form.module.css';
import type { PortionFacts } from './water.slice.ts';

/** What the plus and minus buttons add and take away, ml. */
const STEP = 50;

const wholeNumber = z.pipe(
  z.string(),
  z.transform((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)),
);

const Facts = z
  .object({ volume: z.pipe(wholeNumber, WaterVolume), date: z.string(), clock: z.string() })
  .check(
    z.refine(({ date, clock }) => isRealWallClock(`${date}T${clock}`), {
      error: message('timeInvalid'),
      path: ['clock'],
      when: () => true,
    }),
    z.refine(({ date }) => date === '' || (date >= FIRST_DAY && date <= dayOf(wallClockNow())), {
      error: message('timeOutOfRange'),
      path: ['date'],
      when: () => true,
    }),
  );

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
  const { register, handleSubmit, getValues, setValue, formState } = useForm({
    resolver: zodResolver(Facts),
    defaultValues: {
      volume: String(facts.waterVolume),
      date: dayOf(facts.time),
      clock: clockOf(facts.time),
    },
  });
  const { errors, isSubmitting, isSubmitted } = formState;

  const submit = handleSubmit(async ({ volume, date, clock }) => {
    setFailure(await onSave({ waterVolume: volume, time: `${date}T${clock}` }));
  });

  const step = (by: number) => {
    const volume = (Number.parseInt(getValues('volume'), 10) || 0) + by;
    const within = Math.min(Math.max(volume, WATER_VOLUME.min), WATER_VOLUME.max);
    setValue('volume', String(within), { shouldDirty: true, shouldValidate: isSubmitted });
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
          fault={errors.volume?.message}
          onFocus={({ target }) => target.select()}
          {...register('volume')}
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
          fault={errors.date?.message}
          {...register('date')}
        />
        <Field label={t('portion.time')} type="time" fault={errors.clock?.message} {...register('clock')} />
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
