import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysFault, WEEKDAYS, windowFault } from '../../contract/reminder.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { useFormat } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { wallClockNow } from '../ui/wall-clock.ts';
import { changeReminders, type Rules } from './reminder-calls.ts';
import { announceRulesChange } from './rules-changed.ts';
import styles from './rules-form.module.css';

const INTERVALS = [30, 45, 60, 90, 120, 150, 180, 240];

/** The rules of reminders. What is wrong with them is said where it stands, and nothing chosen is lost. */
export function RulesForm({ rules: saved, onSaved }: { rules: Rules; onSaved(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const intervalId = useId();
  const [rules, setRules] = useState(saved);
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const set = (change: Partial<Rules>) => setRules({ ...rules, ...change });

  const faults = { days: daysFault(rules.days), to: windowFault(rules) };
  const today = wallClockNow().slice(0, 10);
  const isPaused = rules.pausedOn === today;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (faults.days || faults.to || isSaving) return;
    setIsSaving(true);
    const result = await dispatch(changeReminders({ body: rules }));
    setIsSaving(false);
    if (changeReminders.rejected.match(result)) return setFailure(failureText(result.payload));
    setFailure(undefined);
    announceRulesChange();
    void toast('success', t('reminders.saved'));
    onSaved();
  };

  const toggleDay = (day: number) => {
    const days = rules.days.includes(day)
      ? rules.days.filter((other) => other !== day)
      : [...rules.days, day];
    set({ days: days.sort((a, b) => a - b) });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Checkbox label={t('reminders.isOn')} checked={rules.isOn} onChange={(isOn) => set({ isOn })} />
      <fieldset className={styles.days}>
        <legend>{t('reminders.days')}</legend>
        <div className={styles.week}>
          {WEEKDAYS.map((day, index) => (
            <label key={day} className={styles.day}>
              <input type="checkbox" checked={rules.days.includes(day)} onChange={() => toggleDay(day)} />
              <span>{format.weekdays[index]}</span>
            </label>
          ))}
        </div>
        <p className={styles.fault} aria-live="polite">
          {isChecked && faults.days && t(`fields.${faults.days}`)}
        </p>
      </fieldset>
      <div className={styles.window}>
        <Field
          label={t('reminders.from')}
          type="time"
          value={rules.from}
          onChange={({ target }) => set({ from: target.value })}
        />
        <Field
          label={t('reminders.to')}
          type="time"
          value={rules.to}
          fault={isChecked ? faults.to : undefined}
          onChange={({ target }) => set({ to: target.value })}
        />
        <div className={styles.interval}>
          <label htmlFor={intervalId}>{t('reminders.every')}</label>
          <select
            id={intervalId}
            value={rules.everyMinutes}
            onChange={({ target }) => set({ everyMinutes: Number(target.value) })}
          >
            {[...new Set([...INTERVALS, rules.everyMinutes])]
              .sort((a, b) => a - b)
              .map((minutes) => (
                <option key={minutes} value={minutes}>
                  {t('reminders.minutes', { value: minutes })}
                </option>
              ))}
          </select>
        </div>
      </div>
      <Checkbox
        label={t('reminders.onlyBehindPace')}
        hint={t('reminders.onlyBehindPaceHint')}
        checked={rules.onlyBehindPace}
        onChange={(onlyBehindPace) => set({ onlyBehindPace })}
      />
      <Checkbox
        label={t('reminders.stopAtNorm')}
        checked={rules.stopAtNorm}
        onChange={(stopAtNorm) => set({ stopAtNorm })}
      />
      <Checkbox
        label={t('reminders.pause')}
        checked={isPaused}
        onChange={(pause) => set({ pausedOn: pause ? today : null })}
      />
      <p className={styles.zone}>{t('reminders.zone', { zone: rules.timeZone.replaceAll('_', ' ') })}</p>
      <FormError>{failure}</FormError>
      <Actions>
        <Button type="submit" busy={isSaving}>
          {t('app.save')}
        </Button>
      </Actions>
    </form>
  );
}
