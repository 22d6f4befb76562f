/** Reads a number as people write it, with a point or a comma. Nothing at all is 0; what is no number is NaN. */
export function parseDecimal(text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  return /^\d*[.,]?\d+$|^\d+[.,]$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN;
}

/** Writes a number for a field; 0 means that nothing was set. */
export function showDecimal(value: number): string {
  return value === 0 ? '' : String(value);
}
