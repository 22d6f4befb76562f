import { Problem } from '../http/problem.ts';

const RETRY_AFTER_SECONDS = '5';

/**
 * Runs costly work, so much of it at once and so much waiting; what comes on top is refused at once rather than late.
 * @throws Problem `unavailable` when the queue is full.
 */
export class BoundedQueue {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  /** How much is under way now. */
  get running(): number {
    return this.#running;
  }

  /** How much waits for its turn now. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#mayWait) {
      throw new Problem('unavailable', 'The server is busy: try again in a few seconds.', {
        headers: { 'retry-after': RETRY_AFTER_SECONDS },
      });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
