import { Worker } from 'node:worker_threads';
import type { Done, Task } from './sqlite-aside.ts';

/** A thread for what takes SQLite long; it begins with its first task. One task at a time. */
export class SqliteThread {
  readonly #file: string;
  #worker: Worker | undefined;
  #done: (done: Done) => void = () => {};

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the task is done; rejects with what SQLite said of it, `errcode` included. */
  async run(task: Task): Promise<void> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const { failure } = await new Promise<Done>((resolve) => {
      this.#done = resolve;
      worker.postMessage(task);
    });
    // A program that has nothing else to do may end.
    worker.unref();
    if (failure) throw Object.assign(new Error(failure.message), failure);
  }

  /** Ends it, whatever it does; a task that was under way is rejected. */
  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-aside.ts', import.meta.url), { workerData: this.#file });
    let reason = 'the thread was ended';
    worker.on('message', (done: Done) => this.#done(done));
    worker.on('error', ({ message }) => {
      reason = message;
    });
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#done({ failure: { message: reason } });
    });
    return worker;
  }
}
