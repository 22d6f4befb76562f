import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { FormError } from '../ui/form.tsx';
import { useFormat } from '../ui/format.ts';
import { DialogPlace, lazyDialog } from '../ui/lazy-dialog.tsx';
import { LoadFailed, Loading } from '../ui/load-state.tsx';
import section from '../ui/section.module.css';
import { endSessions, fetchSessions, type Session } from './session-calls.ts';
import styles from './sessions-tab.module.css';

const LogOutDialog = lazyDialog(() => import('./log-out-dialog.tsx'));

/** Where the person is signed in, and the way to end any of it. */
export function SessionsTab() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [sessions, setSessions] = useState<Session[] | 'loading' | 'failed'>('loading');
  const [failure, setFailure] = useState<string>();
  const [ending, setEnding] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);

  const load = useCallback(async () => {
    const result = await dispatch(fetchSessions());
    setSessions(fetchSessions.fulfilled.match(result) ? result.payload : 'failed');
  }, [dispatch]);
  useEffect(() => void load(), [load]);

  /** Ends one session, or without an id all others. One that was over already is as good. */
  const end = async (id?: string) => {
    setEnding(id ?? OTHERS);
    const result = await dispatch(endSessions({ id }));
    const isOver = endSessions.fulfilled.match(result) || result.payload?.code === 'not_found';
    setFailure(isOver ? undefined : failureText(result.payload));
    await load();
    setEnding(undefined);
  };

  if (sessions === 'loading') return <Loading />;
  if (sessions === 'failed') return <LoadFailed onRetry={load}>{t('sessions.loadFailed')}</LoadFailed>;
  return (
    <section className={section.section} aria-label={t('sessions.title')}>
      <p className={section.quiet}>{t('sessions.explained')}</p>
      <ul className={section.list}>
        {sessions.map((session) => (
          <li key={session.id} className={section.row}>
            <Facts session={session} />
            <Button
              look="quiet"
              aria-label={t('sessions.endOf', { name: nameOf(session, t('sessions.unknown')) })}
              busy={ending === session.id}
              onClick={() => (session.isThis ? setIsLeaving(true) : end(session.id))}
            >
              {t('sessions.end')}
            </Button>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="quiet" busy={ending === OTHERS} onClick={() => end()}>
          {t('sessions.endOthers')}
        </Button>
      )}
      <FormError>{failure}</FormError>
      <DialogPlace>{isLeaving && <LogOutDialog onClose={() => setIsLeaving(false)} />}</DialogPlace>
    </section>
  );
}

/** In the place of an id. */
const OTHERS = 'others';

const nameOf = ({ device }: Session, unknown: string) => device || unknown;

function Facts({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.facts}>
      <span>{nameOf(session, t('sessions.unknown'))}</span>
      <span className={section.quiet}>
        {session.isThis
          ? t('sessions.thisOne')
          : t('sessions.lastUsed', { time: format.moment(session.lastUsed) })}
      </span>
      <span className={section.quiet}>{t('sessions.since', { time: format.moment(session.createdAt) })}</span>
    </div>
  );
}
