import { median } from './figure.ts';

type Sides<Results> = { [Name in keyof Results]: () => Promise<Results[Name]> };

/**
 * Runs every side once, then again, A B A B, so that whatever else the machine does meets them alike, and returns what
 * each of them came to, round by round. The round before the first only warms up and does not count.
 */
export async function alternate<Results extends Record<string, unknown>>(
  rounds: number,
  sides: Sides<Results>,
): Promise<{ [Name in keyof Results]: Results[Name][] }> {
  const names: (keyof Results)[] = Object.keys(sides);
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Results]: Results[Name][];
  };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await sides[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

/** The median over the rounds of one member of the results. */
export function medianOf<Result>(results: readonly Result[], member: (result: Result) => number): number {
  return median(results.map(member));
}
