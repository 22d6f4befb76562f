import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { FormError } from '../ui/form.tsx';
import { useFormat } from '../ui/format.ts';
import section from '../ui/section.module.css';
import { type Delivery, type Log, type LogItem, testReminders } from './reminder-calls.ts';
import styles from './reminder-settings.module.css';

/** The next planned reminder, what became of the latest ones and why, and a test. */
export function LogSection({ log, onTested }: { log: Log; onTested(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [isTesting, setIsTesting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [note, setNote] = useState<string>();

  const test = async () => {
    setIsTesting(true);
    const result = await dispatch(testReminders({}));
    setIsTesting(false);
    if (testReminders.rejected.match(result)) return setFailure(failureText(result.payload));
    setFailure(undefined);
    setNote(result.payload.deliveries.length === 0 ? t('reminders.testNothing') : t('reminders.tested'));
    onTested();
  };

  return (
    <section className={section.section} aria-labelledby="log-title">
      <h3 id="log-title" className={section.title}>
        {t('reminders.log')}
      </h3>
      <p>{log.next ? t('reminders.next', { time: format.moment(log.next.at) }) : t('reminders.nextNone')}</p>
      <Button look="quiet" busy={isTesting} onClick={test}>
        {t('reminders.test')}
      </Button>
      <p role="status">{note}</p>
      <FormError>{failure}</FormError>
      {log.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <ol className={`${section.list} ${styles.entries}`} aria-label={t('reminders.log')} tabIndex={0}>
          {log.items.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ item: { at, outcome, missing, deliveries } }: { item: LogItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className={styles.entry}>
      <span>
        {format.moment(at)} · {t(`reminders.outcomes.${outcome}`)}
        {outcome === 'sent' &&
          missing > 0 &&
          ` · ${t('water.left', { amount: format.millilitres(missing) })}`}
      </span>
      {deliveries.map((delivery) => (
        <span key={`${delivery.kind}${delivery.name}`} className={section.quiet}>
          {delivery.name}: <State {...delivery} />
        </span>
      ))}
    </li>
  );
}

function State({ state, fault, status }: Delivery) {
  const { t } = useTranslation();
  const why = fault ? t(`reminders.faults.${fault}`) : '';
  const details = [why, status === null ? '' : String(status)].filter(Boolean).join(', ');
  return `${t(`reminders.states.${state}`)}${details && ` (${details})`}`;
}
