import type { FormMessage } from './field-messages.ts';

/** Bounds of one portion, ml. */
export const WATER_VOLUME = { min: 1, max: 5000 };

/** What is wrong with the volume of a portion; undefined if nothing is. */
export function waterVolumeFault(volume: number): FormMessage | undefined {
  const isFit = Number.isInteger(volume) && volume >= WATER_VOLUME.min && volume <= WATER_VOLUME.max;
  return isFit ? undefined : 'waterVolumeInvalid';
}

/** How many of the usual volumes are offered for one tap, and the days that tell what is usual. */
export const QUICK_VOLUMES = 3;
export const USUAL_DAYS = 30;

/** The share of the norm that was drunk, in whole percent; more than 100 where more was drunk. */
export function percentOf(drankMillilitres: number, normMillilitres: number): number {
  return Math.round((100 * drankMillilitres) / normMillilitres);
}
