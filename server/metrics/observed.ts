import { channel } from 'node:diagnostics_channel';

/*
 * What may be counted, told by whoever does it to whoever listens. Nobody listens unless the figures are on, and what is
 * told to nobody costs a look at a flag.
 */

/** A call was answered. */
export interface AnsweredCall {
  method: string;
  /** The route's pattern; `none` where no route took it. */
  route: string;
  status: number;
  ms: number;
}
export const answeredCalls = channel('drink-it:answered-calls');

/** A delivery of a reminder was tried. */
export interface TriedDelivery {
  kind: 'push' | 'webhook';
  state: 'waiting' | 'sent' | 'failed' | 'gone';
}
export const triedDeliveries = channel('drink-it:tried-deliveries');
