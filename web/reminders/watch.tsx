import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../contract/languages.ts';
import { isBehindPace } from '../../contract/reminder.ts';
import { reminderText, volumeText } from '../../contract/reminder-texts.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { deviceOf, ownSubscription } from './push.ts';
import {
  addDevice,
  changeReminders,
  fetchReminderLog,
  fetchReminders,
  type Rules,
} from './reminder-calls.ts';
import { onRulesChange } from './rules-changed.ts';
import styles from './watch.module.css';

/** How long to wait at most before asking again what comes next: rules may have been changed elsewhere, ms. */
const ASK_AGAIN_MS = 15 * 60_000;
/** Later than this a reminder is of no use any more: the device was asleep, ms. */
const LATE_MS = 15 * 60_000;

interface Props {
  drankMl: number;
  normMl: number;
  /** For one tap, ml. */
  volumes: readonly number[];
  onAdd(volume: number): void;
  /** A portion was added by a notification's button. */
  onAddedOutside(): void;
}

/**
 * What an open page does for reminders: where this browser gets none pushed it reminds by itself, and it asks once
 * whether to go by the clock here after a journey. Of several tabs one does so.
 */
export default function ReminderWatch({ drankMl, normMl, volumes, onAdd, onAddedOutside }: Props) {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const [rules, setRules] = useState<Rules>();
  const [isDue, setIsDue] = useState(false);
  const language = languageOf(i18n.language) ?? 'uk';
  const next = useNext(rules);

  useEffect(() => {
    const load = async () => {
      const result = await dispatch(fetchReminders({}));
      if (fetchReminders.fulfilled.match(result)) setRules(result.payload);
    };
    void load();
    return onRulesChange(load);
  }, [dispatch]);

  useEffect(() => {
    // A browser may renew its subscription, and the person its language, without anybody telling the server.
    void ownSubscription().then((subscription) => {
      if (subscription) void dispatch(addDevice({ body: { ...deviceOf(subscription), language } }));
    });
  }, [dispatch, language]);

  useEffect(() => listenToWorker(onAddedOutside), [onAddedOutside]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided when the moment comes, with what is known then.
  useEffect(() => {
    if (next?.isNow && rules && isNeeded(rules, next, drankMl / normMl)) setIsDue(true);
  }, [next]);

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isAway = rules?.isOn && zone !== rules.timeZone && zone !== rules.refusedTimeZone;
  const answer = async (change: Partial<Rules>) => {
    if (!rules) return;
    setRules({ ...rules, ...change });
    await dispatch(changeReminders({ body: { ...rules, ...change } }));
  };

  if (isAway) {
    return (
      <Card text={t('reminders.away', { zone: zone.replaceAll('_', ' ') })}>
        <Button onClick={() => answer({ timeZone: zone })}>{t('reminders.awayYes')}</Button>
        <Button look="quiet" onClick={() => answer({ refusedTimeZone: zone })}>
          {t('reminders.awayNo')}
        </Button>
      </Card>
    );
  }
  if (!isDue) return null;
  const { title, body } = reminderText(language, Math.max(0, normMl - drankMl));
  const close = () => setIsDue(false);
  return (
    <Card title={title} text={body}>
      {volumes.slice(0, 2).map((volume) => (
        <Button
          key={volume}
          onClick={() => {
            close();
            onAdd(volume);
          }}
        >
          + {volumeText(language, volume)}
        </Button>
      ))}
      <Button look="quiet" onClick={close}>
        {t('reminders.later')}
      </Button>
    </Card>
  );
}

function Card({ title, text, children }: { title?: string; text: string; children: React.ReactNode }) {
  return (
    <section className={styles.card} role="status">
      {title && <strong>{title}</strong>}
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}

interface Next {
  at: number;
  windowFrom: number;
  windowTo: number;
  isNow: boolean;
}

function isNeeded(rules: Rules, { at, windowFrom, windowTo }: Next, drankShare: number): boolean {
  if (rules.stopAtNorm && drankShare >= 1) return false;
  return !rules.onlyBehindPace || isBehindPace(drankShare, (at - windowFrom) / (windowTo - windowFrom));
}

/** The next moment of a reminder, once it has come (`isNow`) and this tab is the one to remind. */
function useNext(rules: Rules | undefined): Next | undefined {
  const dispatch = useAppDispatch();
  const [next, setNext] = useState<Next>();
  const isOn = rules?.isOn ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rules mean another next moment.
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    const watch = async () => {
      while (!ended.signal.aborted) {
        const result = await dispatch(fetchReminderLog({}));
        const planned = fetchReminderLog.fulfilled.match(result) ? result.payload.next : null;
        const at = planned ? Date.parse(planned.at) : Number.POSITIVE_INFINITY;
        await pause(Math.min(at - Date.now(), ASK_AGAIN_MS), ended.signal);
        if (!planned || ended.signal.aborted || Date.now() < at) continue;
        const isLate = Date.now() - at > LATE_MS;
        // Where the server pushes to this browser, it has done so already.
        if (!isLate && !(await ownSubscription())) {
          setNext({
            at,
            windowFrom: Date.parse(planned.windowFrom),
            windowTo: Date.parse(planned.windowTo),
            isNow: true,
          });
        }
        await pause(1000, ended.signal);
      }
    };
    // Held as long as this tab watches; the others wait for their turn.
    void navigator.locks.request('drink-it-reminders', { signal: ended.signal }, watch).catch(() => {});
    return () => ended.abort();
  }, [dispatch, isOn, rules]);
  return next;
}

function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, duration));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Hears what notifications did, and lets the worker send what it could not while there was no connection. */
function listenToWorker(onAdded: () => void): () => void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = ({ data }: MessageEvent) => {
    if (data === 'portion-added') onAdded();
  };
  const flush = () => void worker?.getRegistration().then((known) => known?.active?.postMessage('flush'));
  worker?.addEventListener('message', onMessage);
  worker?.startMessages();
  addEventListener('online', flush);
  flush();
  return () => {
    worker?.removeEventListener('message', onMessage);
    removeEventListener('online', flush);
  };
}
