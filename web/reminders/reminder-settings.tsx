import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../state.ts';
import { LoadFailed, Loading } from '../ui/load-state.tsx';
import { DevicesSection } from './devices-section.tsx';
import { LogSection } from './log-section.tsx';
import {
  type Device,
  fetchDevices,
  fetchReminderLog,
  fetchReminders,
  fetchWebhooks,
  type Log,
  type Rules,
  type Webhook,
} from './reminder-calls.ts';
import styles from './reminder-settings.module.css';
import { RulesForm } from './rules-form.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

interface Loaded {
  rules: Rules;
  devices: Device[];
  webhooks: Webhook[];
  log: Log;
}

/** When to be reminded, where reminders go, and what became of them. */
export default function ReminderSettings() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [loaded, setLoaded] = useState<Loaded | 'loading' | 'failed'>('loading');

  const load = useCallback(async () => {
    try {
      const [rules, devices, webhooks, log] = await Promise.all([
        dispatch(fetchReminders({})).unwrap(),
        dispatch(fetchDevices({})).unwrap(),
        dispatch(fetchWebhooks({})).unwrap(),
        dispatch(fetchReminderLog({})).unwrap(),
      ]);
      setLoaded({ rules, devices, webhooks, log });
    } catch {
      setLoaded('failed');
    }
  }, [dispatch]);
  useEffect(() => void load(), [load]);

  if (loaded === 'loading') return <Loading />;
  if (loaded === 'failed') return <LoadFailed onRetry={load}>{t('reminders.loadFailed')}</LoadFailed>;
  return (
    <div className={styles.sections}>
      <RulesForm rules={loaded.rules} onSaved={load} />
      <DevicesSection devices={loaded.devices} onChange={load} />
      <WebhooksSection webhooks={loaded.webhooks} onChange={load} />
      <LogSection log={loaded.log} onTested={load} />
    </div>
  );
}
