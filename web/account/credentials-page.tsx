import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Failure } from '../failure.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { toast } from '../ui/toast.tsx';
import { Waves } from '../ui/waves.tsx';
import styles from './credentials-page.module.css';

interface Props {
  title: string;
  isBusy: boolean;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The fields. */
  children: ReactNode;
  other: { question: string; label: string; path: string };
}

/** What signing in and signing up have in common. */
export function CredentialsPage({ title, isBusy, onSubmit, children, other }: Props) {
  return (
    <main id="content" className={styles.page}>
      <form className={styles.card} onSubmit={onSubmit} noValidate>
        <h1 className={styles.title}>{title}</h1>
        {children}
        <Button type="submit" busy={isBusy}>
          {title}
        </Button>
        <p className={styles.other}>
          {other.question} <Link to={other.path}>{other.label}</Link>
        </p>
      </form>
      <Waves />
    </main>
  );
}

/**
 * Says in a toast why signing in or up failed: the given text where the server did not accept the credentials, but the
 * truth where it did not answer, was overrun or failed itself.
 */
export function useCredentialsToast(refused: string): (failure: Failure | undefined) => void {
  const failureText = useFailureText();
  return (failure) => {
    const isHonest = failure && !UNANSWERED.has(failure.code);
    void toast('error', isHonest ? refused : failureText(failure));
  };
}

const UNANSWERED = new Set<Failure['code']>([
  'offline',
  'too_many_requests',
  'internal_error',
  'unavailable',
]);
