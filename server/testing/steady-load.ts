import { setTimeout } from 'node:timers/promises';
import { send } from './test-app.ts';

const DAY = '2026-01-01';
const PAUSE_MS = 20;

/** People who add portions without end, and repeat each one under its key until they are told that it is kept. */
export interface SteadyLoad {
  /** When each acknowledgement of a portion arrived, ms on the clock of `performance`. */
  readonly acknowledgedAt: readonly number[];
  /** When each call was answered 503, or lost its connection. */
  readonly refusedAt: readonly number[];
  /** Waits until so many more portions are acknowledged. */
  more(portions: number): Promise<void>;
  /** Lets every writer finish its last portion, then checks, at one server or the other, that each one is kept once. */
  finish(survivor?: string): Promise<void>;
}

/** Starts it as one account, at the servers behind this address. Its answers may only be 201 and, for a time, 503. */
export function startSteadyLoad(url: string, token: string, writers = 8): SteadyLoad {
  const kept = new Map<string, string>();
  const acknowledgedAt: number[] = [];
  const refusedAt: number[] = [];
  let isOver = false;
  let failure: Error | undefined;

  const add = async (key: string) => {
    const call = {
      token,
      headers: { 'idempotency-key': key },
      body: { waterVolume: 1, time: `${DAY}T12:00` },
    };
    for (;;) {
      const answer = await send(url, 'POST /api/user/water', call).catch(() => undefined);
      if (answer?.status === 201) {
        kept.set(key, answer.body.id);
        acknowledgedAt.push(performance.now());
        return;
      }
      if (answer && answer.status !== 503) {
        throw new Error(`A portion was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      refusedAt.push(performance.now());
      await setTimeout(PAUSE_MS);
    }
  };
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      await add(`${writer}/${count}`);
      await setTimeout(PAUSE_MS);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).catch(
    (error) => {
      failure = error;
    },
  );

  return {
    acknowledgedAt,
    refusedAt,
    async more(portions) {
      const wanted = kept.size + portions;
      while (kept.size < wanted && !failure) await setTimeout(PAUSE_MS);
      if (failure) throw failure;
    },
    async finish(survivor = url) {
      isOver = true;
      await writing;
      if (failure) throw failure;
      const day = await send(survivor, `GET /api/user/water/today?date=${DAY}T12:00`, { token });
      const stored: string[] = day.body.waterlist.map(({ id }: { id: string }) => id);
      const [expected, found] = [[...kept.values()].sort(), stored.sort()];
      const lost = expected.filter((id) => !found.includes(id));
      if (lost.length > 0) throw new Error(`${lost.length} acknowledged portions of ${kept.size} are lost.`);
      if (found.length !== expected.length) {
        throw new Error(`${found.length} portions are kept, but ${expected.length} were added.`);
      }
    },
  };
}
