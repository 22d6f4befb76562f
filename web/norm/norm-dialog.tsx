import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import * as z from 'zod/mini';
import { message } from '../../contract/field-messages.ts';
import { ActivityTime, DailyNorma, FORMULA, recommendedNorm, Weight } from '../../contract/norm.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { useFormat } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { parseDecimal, showDecimal } from './decimal.ts';
import { changeNorm, selectNorm } from './norm.slice.ts';
import styles from './norm-dialog.module.css';

const written = z.pipe(z.string(), z.transform(parseDecimal));

const NormForm = z.object({
  gender: z.enum(['woman', 'man']),
  weight: z.pipe(written, Weight),
  activityTime: z.pipe(written, ActivityTime),
  /** Nothing, or a norm. */
  willDrink: z.pipe(written, z.union([z.literal(0), DailyNorma], message('willDrinkInvalid'))),
});

/** Calculates a norm from weight and activity while the person types, and sets it, or what the person wants instead. */
export function NormDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { litres } = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const norm = useSelector(selectNorm);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(NormForm),
    defaultValues: {
      gender: norm.gender,
      weight: showDecimal(norm.weight),
      activityTime: showDecimal(norm.activityTime),
      willDrink: showDecimal(norm.willDrink),
    },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  const result = calculate(typed);

  const submit = handleSubmit(async (facts) => {
    const dailyNorma = facts.willDrink || recommendedNorm(facts.gender, facts.weight, facts.activityTime);
    if (dailyNorma === null || !z.safeParse(DailyNorma, dailyNorma).success) {
      const fault = dailyNorma === null ? 'normMissing' : message('dailyNormaInvalid');
      setError('willDrink', { message: fault }, { shouldFocus: true });
      return;
    }
    const answer = await dispatch(changeNorm({ ...facts, dailyNorma }));
    if (changeNorm.rejected.match(answer)) {
      setFailure(failureText(answer.payload));
      return;
    }
    void toast('success', t('norm.saved', { norm: litres(dailyNorma) }));
    onClose();
  });

  return (
    <Dialog title={t('norm.dialogTitle')} onClose={onClose}>
      <dl className={styles.formulas}>
        <Formula label={t('norm.forWoman')} factors={FORMULA.woman} />
        <Formula label={t('norm.forMan')} factors={FORMULA.man} />
      </dl>
      <p className={styles.legend}>{t('norm.legend')}</p>
      <form onSubmit={submit} noValidate className={styles.form}>
        <h3 className={styles.subtitle}>{t('norm.calculate')}</h3>
        <Choice
          legend={t('settings.gender')}
          options={[
            { value: 'woman', label: t('settings.woman') },
            { value: 'man', label: t('settings.man') },
          ]}
          {...register('gender')}
        />
        <Field
          label={t('norm.weight')}
          inputMode="decimal"
          autoComplete="off"
          fault={errors.weight?.message}
          {...register('weight')}
        />
        <Field
          label={t('norm.activityTime')}
          inputMode="decimal"
          autoComplete="off"
          fault={errors.activityTime?.message}
          {...register('activityTime')}
        />
        <p className={styles.result} aria-live="polite">
          {t('norm.result')}{' '}
          <strong className={styles.amount}>{result === null ? t('norm.noResult') : litres(result)}</strong>
        </p>
        <Field
          label={t('norm.willDrink')}
          hint={t('norm.willDrinkHint')}
          inputMode="decimal"
          autoComplete="off"
          fault={errors.willDrink?.message}
          {...register('willDrink')}
        />
        <FormError>{failure}</FormError>
        <Actions>
          <Button type="submit" busy={isSubmitting}>
            {t('app.save')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

function Formula({ label, factors }: { label: string; factors: { perKilogram: number; perHour: number } }) {
  const { number } = useFormat();
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.formula}>
        V = (M × {number(factors.perKilogram)}) + (T × {number(factors.perHour)})
      </dd>
    </div>
  );
}

/** The recommended norm for what is typed so far; null while that is not enough or not valid. */
function calculate({ gender = 'woman', weight = '', activityTime = '' }: Partial<z.input<typeof NormForm>>) {
  const kilograms = z.safeParse(Weight, parseDecimal(weight));
  const hours = z.safeParse(ActivityTime, parseDecimal(activityTime));
  return kilograms.success && hours.success ? recommendedNorm(gender, kilograms.data, hours.data) : null;
}
