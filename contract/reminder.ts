import type { FormMessage } from './field-messages.ts';

/** Bounds of the pause between two reminders, minutes. */
export const REMINDER_INTERVAL = { min: 30, max: 240 };

/** How many devices, and how many addresses of one's own, an account may have. */
export const MOST_DEVICES = 5;
export const MOST_WEBHOOKS = 2;

/** Days of the week as ISO 8601 counts them, from Monday on. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** When somebody is reminded. Times are the wall clock of the time zone, unshifted: they are no portion's. */
export interface ReminderRules {
  isOn: boolean;
  /** Days of the week, 1 (Monday) to 7, in order. */
  days: number[];
  /** `HH:mm`, both on the same day. */
  from: string;
  to: string;
  everyMinutes: number;
  /** Only when the share of the norm drunk is below the share of the window gone by. */
  onlyBehindPace: boolean;
  /** Not any more once the norm is met. */
  stopAtNorm: boolean;
  /** The day on which there are none; a later day is not affected. */
  pausedOn: string | null;
  /** IANA name. */
  timeZone: string;
  /** The zone that the person was asked about and does not want. */
  refusedTimeZone: string | null;
}

/** The rules of an account that never touched them. */
export const FIRST_RULES: Omit<ReminderRules, 'timeZone'> = {
  isOn: false,
  days: [...WEEKDAYS],
  from: '09:00',
  to: '21:00',
  everyMinutes: 90,
  onlyBehindPace: true,
  stopAtNorm: true,
  pausedOn: null,
  refusedTimeZone: null,
};

/** What is wrong with the window of a day; undefined if nothing is. A window over midnight is none. */
export function windowFault({ from, to }: Pick<ReminderRules, 'from' | 'to'>): FormMessage | undefined {
  return from < to ? undefined : 'reminderWindowInvalid';
}

/** What is wrong with the pause between two reminders, minutes; undefined if nothing is. */
export function intervalFault(minutes: number): FormMessage | undefined {
  const { min, max } = REMINDER_INTERVAL;
  return Number.isInteger(minutes) && minutes >= min && minutes <= max
    ? undefined
    : 'reminderIntervalInvalid';
}

/** What is wrong with the chosen days of the week; undefined if nothing is. */
export function daysFault(days: readonly number[]): FormMessage | undefined {
  return days.length > 0 ? undefined : 'reminderDaysRequired';
}

/** Whether less of the norm was drunk than of the window has gone by; both are shares from 0 to 1. */
export function isBehindPace(drankShare: number, goneShare: number): boolean {
  return drankShare < goneShare;
}

/** What became of a planned reminder: it was sent, or why it was not. */
export const reminderOutcomes = [
  'sent',
  'test',
  'on_pace',
  'norm_met',
  'outside_window',
  'paused',
  'no_device',
  'late',
] as const;
export type ReminderOutcome = (typeof reminderOutcomes)[number];

/** How a delivery to one device or address stands: `gone` means that it exists no more and was removed. */
export const deliveryStates = ['waiting', 'sent', 'failed', 'gone'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery failed: what was answered, or why nothing was. */
export const deliveryFaults = [
  'private_address',
  'not_allowed',
  'redirect',
  'no_answer',
  'refused',
  'expired',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];
