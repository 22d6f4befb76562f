/**
 * Shares what a piece of work came to, good or bad: with all who ask while it is under way, and with those who ask
 * within `keptMs` after it began.
 */
export function shared(work: () => Promise<void>, keptMs: number): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  let begunAt = 0;
  let isUnderWay = false;
  return () => {
    const now = performance.now();
    if (outcome && (isUnderWay || now - begunAt < keptMs)) return outcome;
    begunAt = now;
    isUnderWay = true;
    outcome = work().finally(() => {
      isUnderWay = false;
    });
    return outcome;
  };
}
