import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Gender } from '../../contract/account.ts';
import { FORMULA, quantityFault, recommendedNorm } from '../../contract/norm.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { useFormat } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { type Rules, useForm } from '../ui/use-form.ts';
import { parseDecimal, showDecimal } from './decimal.ts';
import { changeNorm, selectNorm } from './norm.slice.ts';
import styles from './norm-dialog.module.css';

interface Values {
  gender: Gender;
  weight: string;
  activityTime: string;
  willDrink: string;
}

const rules: Rules<Values> = {
  weight: (text) => quantityFault('weight', parseDecimal(text)),
  activityTime: (text) => quantityFault('activityTime', parseDecimal(text)),
  // Nothing, or a norm.
  willDrink: (text) =>
    parseDecimal(text) !== 0 && quantityFault('dailyNorma', parseDecimal(text))
      ? 'willDrinkInvalid'
      : undefined,
};

/** Calculates a norm from weight and activity while the person types, and sets it, or what the person wants instead. */
export default function NormDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { litres } = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const norm = useSelector(selectNorm);
  const [failure, setFailure] = useState<string>();
  const { field, values, submit, isSubmitting } = useForm<Values>({
    initial: {
      gender: norm.gender,
      weight: showDecimal(norm.weight),
      activityTime: showDecimal(norm.activityTime),
      willDrink: showDecimal(norm.willDrink),
    },
    rules,
    onSubmit: async (typed) => {
      const willDrink = parseDecimal(typed.willDrink);
      const dailyNorma = willDrink || calculate(typed);
      const fault = dailyNorma === null ? 'normMissing' : quantityFault('dailyNorma', dailyNorma);
      if (dailyNorma === null || fault) return { willDrink: fault };
      const answer = await dispatch(
        changeNorm({
          dailyNorma,
          gender: typed.gender,
          weight: parseDecimal(typed.weight),
          activityTime: parseDecimal(typed.activityTime),
          willDrink,
        }),
      );
      if (changeNorm.rejected.match(answer)) {
        setFailure(failureText(answer.payload));
        return undefined;
      }
      void toast('success', t('norm.saved', { norm: litres(dailyNorma) }));
      onClose();
    },
  });
  const result = calculate(values);

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
          {...field('gender')}
        />
        <Field label={t('norm.weight')} inputMode="decimal" autoComplete="off" {...field('weight')} />
        <Field
          label={t('norm.activityTime')}
          inputMode="decimal"
          autoComplete="off"
          {...field('activityTime')}
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
          {...field('willDrink')}
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
function calculate({ gender, weight, activityTime }: Values): number | null {
  const kilograms = parseDecimal(weight);
  const hours = parseDecimal(activityTime);
  const isValid = !quantityFault('weight', kilograms) && !quantityFault('activityTime', hours);
  return isValid ? recommendedNorm(gender, kilograms, hours) : null;
}
