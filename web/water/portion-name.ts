import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';
import type { PortionFacts } from './water.slice.ts';

/** What a portion is called in sentences and labels: its volume and its time. */
export function usePortionName(): (portion: PortionFacts) => string {
  const { t } = useTranslation();
  const { millilitres, time } = useFormat();
  return (portion) =>
    t('water.portion', { volume: millilitres(portion.waterVolume), time: time(portion.time) });
}
