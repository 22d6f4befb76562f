import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../contract/languages.ts';
import { MOST_WEBHOOKS } from '../../contract/reminder.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { FormError } from '../ui/form.tsx';
import { TrashIcon } from '../ui/icons.tsx';
import section from '../ui/section.module.css';
import type { Fault } from '../ui/use-form.ts';
import { addWebhook, removeWebhook, type Webhook } from './reminder-calls.ts';
import styles from './reminder-settings.module.css';

/** Addresses of one's own that are called with each reminder. */
export function WebhooksSection({ webhooks, onChange }: { webhooks: Webhook[]; onChange(): void }) {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<Fault>();
  const [failure, setFailure] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);

  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isAdding) return;
    setIsAdding(true);
    const language = languageOf(i18n.language) ?? 'uk';
    const result = await dispatch(addWebhook({ body: { url: url.trim(), language } }));
    setIsAdding(false);
    setFault(undefined);
    setFailure(undefined);
    if (addWebhook.fulfilled.match(result)) {
      setSecret(result.payload.secret);
      setUrl('');
      onChange();
    } else if (result.payload?.fields.includes('url')) {
      setFault('webhookInvalid');
    } else {
      setFailure(failureText(result.payload));
    }
  };

  const remove = async ({ id }: Webhook) => {
    const result = await dispatch(removeWebhook({ query: { id } }));
    if (removeWebhook.rejected.match(result) && result.payload?.code !== 'not_found') {
      setFailure(failureText(result.payload));
    }
    setSecret(undefined);
    onChange();
  };

  return (
    <section className={section.section} aria-labelledby="webhooks-title">
      <h3 id="webhooks-title" className={section.title}>
        {t('reminders.webhooks')}
      </h3>
      <p className={section.quiet}>{t('reminders.webhooksExplained')}</p>
      {webhooks.length > 0 && (
        <ul className={section.list}>
          {webhooks.map((webhook) => (
            <li key={webhook.id} className={section.row}>
              <span className={section.name}>{webhook.url}</span>
              <Button
                look="icon"
                aria-label={t('reminders.remove', { name: webhook.url })}
                onClick={() => remove(webhook)}
              >
                <TrashIcon size={20} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={secret ? styles.secret : undefined}>
        {secret && (
          <>
            {t('reminders.secret')} <code>{secret}</code>
          </>
        )}
      </p>
      {webhooks.length < MOST_WEBHOOKS && (
        <form className={styles.add} onSubmit={add} noValidate>
          <Field
            label={t('reminders.webhook')}
            type="url"
            inputMode="url"
            autoComplete="off"
            value={url}
            fault={fault}
            onChange={({ target }) => setUrl(target.value)}
          />
          <Button type="submit" look="quiet" busy={isAdding}>
            {t('reminders.addWebhook')}
          </Button>
        </form>
      )}
      <FormError>{failure}</FormError>
    </section>
  );
}
