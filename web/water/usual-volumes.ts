import { QUICK_VOLUMES } from '../../contract/water.ts';

/** A small glass, a large one and a bottle, ml: offered until it shows what is usual. */
const FIRST_OFFER = [150, 250, 500];

/** The volumes for one tap, ascending: the usual ones, ml, and the first offer where there are fewer. */
export function quickVolumes(usual: readonly number[]): number[] {
  return [...new Set([...usual, ...FIRST_OFFER])].slice(0, QUICK_VOLUMES).sort((a, b) => a - b);
}
