interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Lets any number of writers wait for one sync of the disk: whoever asks while one is under way shares the next, since
 * the one under way may have begun before what it wrote. Once a sync has failed nothing is synced here any more: the
 * kernel tells of a failed write once, and a second sync would succeed without having written anything.
 */
export class SharedSync {
  readonly #sync: () => Promise<void>;
  #waiting: Waiting[] = [];
  #isRunning = false;
  #failure: { error: unknown } | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Resolves once a sync has ended that began after this call; rejects with the error of the first that failed. */
  wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure.error);
      this.#waiting.push({ resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Has everybody rejected from now on, also those who wait for a sync that is under way. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waiting) reject(this.#failure.error);
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const sharing = this.#waiting;
      this.#waiting = [];
      await this.#sync().catch((error) => this.fail(error));
      for (const { resolve, reject } of sharing) {
        if (this.#failure) reject(this.#failure.error);
        else resolve();
      }
    }
    this.#isRunning = false;
  }
}
