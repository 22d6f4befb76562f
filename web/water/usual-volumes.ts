/** A small glass, a large one and a bottle, ml: offered until the day shows what is usual. */
const FIRST_OFFER = [150, 250, 500];

/** Three volumes for one tap, ascending: those drunk most often, the first offer where there are fewer. */
export function quickVolumes(portions: readonly { waterVolume: number }[]): number[] {
  const counts = new Map<number, number>();
  for (const { waterVolume } of portions) counts.set(waterVolume, (counts.get(waterVolume) ?? 0) + 1);
  const byUse = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return [...new Set([...byUse, ...FIRST_OFFER])].slice(0, FIRST_OFFER.length).sort((a, b) => a - b);
}
