import { useTranslation } from 'react-i18next';
import type { Failure } from '../failure.ts';

/** Tells in the person's language why a call failed and what to do next. */
export function useFailureText(): (failure: Failure | undefined) => string {
  const { t } = useTranslation();
  return (failure) => {
    switch (failure?.code) {
      case 'offline':
        return t('failures.offline');
      case 'too_many_requests':
        return t('failures.tooMany');
      case 'not_found':
        return t('failures.notFound');
      case 'internal_error':
      case 'unavailable':
      case undefined:
        return t('failures.server');
      default:
        return t('failures.invalid');
    }
  };
}
