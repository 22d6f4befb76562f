/** One line of what a measurement found. */
export interface Figure {
  what: string;
  value: string;
  /** What it must be, in words; only of a figure that has a target. */
  target?: string;
  isMet?: boolean;
}

/** A figure without a target. */
export const figure = (what: string, value: string): Figure => ({ what, value });

/** A figure that must not be less than so much. */
export function atLeast(what: string, value: number, least: number, show = shown): Figure {
  return { what, value: show(value), target: `>= ${show(least)}`, isMet: value >= least };
}

/** A figure that must not be more than so much. */
export function atMost(what: string, value: number, most: number, show = shown): Figure {
  return { what, value: show(value), target: `<= ${show(most)}`, isMet: value <= most };
}

const shown = (value: number) => value.toFixed(2);

/** Calls a second, in words. */
export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;

export const milliseconds = (ms: number): string => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The figures as lines of text, in columns. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, target = '', isMet }) => [
    what,
    value,
    target,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(width(column))).join('  ')}`.trimEnd())
    .join('\n');
}
