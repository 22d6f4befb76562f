import type { Channel } from 'node:diagnostics_channel';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { QueryKind } from '../database/watch-times.ts';
import { type AnsweredCall, answeredCalls, type TriedDelivery, triedDeliveries } from './observed.ts';

/** Everything that is counted, in the form that Prometheus reads, until it is stopped. */
export interface Figures {
  text(): Promise<{ type: string; content: string }>;
  queryTook(kind: QueryKind, ms: number): void;
  stop(): void;
}

const CALL_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERY_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const MS = 1000;

/** Something whose length is told. */
export interface Queue {
  readonly waiting: number;
  readonly running: number;
}

/** Begins to count. Labels are methods, routes, statuses and the like: nothing that grows with people or their data. */
export function startFigures(queues: Record<string, Queue>): Figures {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time, the delay of the event loop, collections of garbage, open files.
  collectDefaultMetrics({ register: registry });

  const calls = new Histogram({
    name: 'drink_it_call_seconds',
    help: 'Time from the headers of a call to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_SECONDS,
    registers,
  });
  const queries = new Histogram({
    name: 'drink_it_query_seconds',
    help: 'Time from a query to its result, waiting for a connection included.',
    labelNames: ['kind'],
    buckets: QUERY_SECONDS,
    registers,
  });
  const deliveries = new Counter({
    name: 'drink_it_reminder_deliveries_total',
    help: 'Tries to deliver a reminder to a device (push) or an address (webhook), by what they came to.',
    labelNames: ['kind', 'state'],
    registers,
  });
  for (const kind of ['push', 'webhook'] as const) {
    for (const state of ['sent', 'failed', 'gone', 'waiting'] as const) deliveries.inc({ kind, state }, 0);
  }
  new Gauge({
    name: 'drink_it_queue_length',
    help: 'Costly work that waits for its turn, and that is under way.',
    labelNames: ['queue', 'state'],
    registers,
    collect() {
      for (const [queue, { waiting, running }] of Object.entries(queues)) {
        this.set({ queue, state: 'waiting' }, waiting);
        this.set({ queue, state: 'running' }, running);
      }
    },
  });

  const endings = [
    listen<AnsweredCall>(answeredCalls, ({ method, route, status, ms }) =>
      calls.observe({ method, route, status }, ms / MS),
    ),
    listen<TriedDelivery>(triedDeliveries, ({ kind, state }) => deliveries.inc({ kind, state })),
  ];
  return {
    text: async () => ({ type: registry.contentType, content: await registry.metrics() }),
    queryTook: (kind, ms) => queries.observe({ kind }, ms / MS),
    stop() {
      for (const end of endings) end();
      registry.clear();
    },
  };
}

function listen<Told>(channel: Channel, hear: (told: Told) => void): () => void {
  const listener = (told: unknown) => hear(told as Told);
  channel.subscribe(listener);
  return () => void channel.unsubscribe(listener);
}
