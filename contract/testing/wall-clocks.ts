import fc from 'fast-check';

const FIRST = Temporal.PlainDateTime.from('2000-01-01T00:00');
const MINUTES = FIRST.until('2101-01-01T00:00', { largestUnit: 'minute' }).minutes - 1;

function written(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'minute' });
}

/** Any minute of the years that the product accepts. */
export const anyWallClock = fc
  .integer({ min: 0, max: MINUTES })
  .map((minutes) => written(FIRST.add({ minutes })));

/** The time so many minutes later, by the platform's own calendar: what ours is measured by. */
export function minutesAfter(time: string, minutes: number): string {
  return written(Temporal.PlainDateTime.from(time).add({ minutes }));
}
