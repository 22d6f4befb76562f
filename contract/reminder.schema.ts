import * as z from 'zod/mini';
import { nameFault } from './account.ts';
import { isRealDay } from './calendar.ts';
import { message } from './field-messages.ts';
import { holds } from './holds.ts';
import { type Language, languageCodes } from './languages.ts';
import {
  daysFault,
  deliveryFaults,
  deliveryStates,
  intervalFault,
  reminderOutcomes,
  windowFault,
} from './reminder.ts';
import { isTimeZone } from './time-zone.ts';
import { WaterVolume } from './water.schema.ts';
import { WireTimeInput } from './wire-time.schema.ts';

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const ClockTime = z.string(message('clockInvalid')).check(z.regex(CLOCK, message('clockInvalid')));

const TimeZoneName = z
  .string(message('timeZoneUnknown'))
  .check(z.refine(isTimeZone, message('timeZoneUnknown')));

const Weekdays = z.pipe(
  z
    .array(
      z
        .int(message('reminderDaysRequired'))
        .check(z.minimum(1, message('reminderDaysRequired')), z.maximum(7, message('reminderDaysRequired'))),
      message('reminderDaysRequired'),
    )
    .check(z.maxLength(7, message('reminderDaysRequired')), holds(daysFault)),
  z.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
);

const flag = () => z.boolean(message('flagInvalid'));

export const ReminderRulesInput = z
  .object(
    {
      isOn: flag(),
      days: Weekdays,
      from: ClockTime,
      to: ClockTime,
      everyMinutes: z.number(message('reminderIntervalInvalid')).check(holds(intervalFault)),
      onlyBehindPace: flag(),
      stopAtNorm: flag(),
      pausedOn: z.nullable(
        z.string(message('dateInvalid')).check(z.refine(isRealDay, message('dateInvalid'))),
      ),
      timeZone: TimeZoneName,
      refusedTimeZone: z.nullable(TimeZoneName),
    },
    message('bodyNotObject'),
  )
  .check(
    z.refine((rules) => !CLOCK.test(rules.from) || !CLOCK.test(rules.to) || !windowFault(rules), {
      error: message('reminderWindowInvalid'),
      path: ['to'],
    }),
  );

export const ReminderRulesReply = z.object({
  isOn: z.boolean(),
  days: z.array(z.int()),
  from: z.string(),
  to: z.string(),
  everyMinutes: z.int(),
  onlyBehindPace: z.boolean(),
  stopAtNorm: z.boolean(),
  pausedOn: z.nullable(z.string()),
  timeZone: z.string(),
  refusedTimeZone: z.nullable(z.string()),
});

/** ISO 8601 in UTC. */
const Instant = z.string();

const Delivery = z.object({
  name: z.string(),
  kind: z.enum(['push', 'webhook']),
  state: z.enum(deliveryStates),
  /** The HTTP status that was answered last. */
  status: z.nullable(z.int()),
  fault: z.nullable(z.enum(deliveryFaults)),
  /** When that was; null while nothing was tried. */
  at: z.nullable(Instant),
});
export type Delivery = z.output<typeof Delivery>;

export const DeliveriesReply = z.object({ deliveries: z.array(Delivery) });

/** The next planned reminder, and what became of the latest ones, newest first. */
export const ReminderLogReply = z.object({
  /** With the window that it lies in, for who decides on the spot whether it is needed. */
  next: z.nullable(z.object({ at: Instant, windowFrom: Instant, windowTo: Instant })),
  items: z.array(
    z.object({
      id: z.string(),
      at: Instant,
      outcome: z.enum(reminderOutcomes),
      /** What was missing to the norm, ml. */
      missing: z.int(),
      deliveries: z.array(Delivery),
    }),
  ),
});
export type ReminderLogReply = z.output<typeof ReminderLogReply>;

/** The server's public VAPID key (RFC 8292), base64url. */
export const PushKeyReply = z.object({ key: z.string() });

const DeviceName = z.string(message('deviceNameInvalid')).check(
  z.trim(),
  z.refine((name) => nameFault(name) === undefined, message('deviceNameInvalid')),
);

const LanguageInput = z.enum(languageCodes as [Language, ...Language[]], message('languageUnknown'));

const base64url = (bytes: number) =>
  z
    .string(message('pushKeysInvalid'))
    .check(
      z.refine(
        (text) =>
          /^[\w-]+={0,2}$/.test(text) && Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes,
        message('pushKeysInvalid'),
      ),
    );

const httpAddress = (key: 'endpointInvalid' | 'webhookInvalid') =>
  z
    .string(message(key))
    .check(
      z.refine(
        (text) => text.length <= 1000 && /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text),
        message(key),
      ),
    );

/** A browser's push subscription (`PushSubscription.toJSON()`), with a name for the device and its language. */
export const DeviceInput = z.object(
  {
    endpoint: httpAddress('endpointInvalid'),
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }, message('pushKeysInvalid')),
    name: DeviceName,
    language: LanguageInput,
  },
  message('bodyNotObject'),
);

/** A device that receives reminders. The endpoint tells a browser which one is its own. */
const Device = z.object({ id: z.string(), name: z.string(), endpoint: z.string() });
export const DeviceReply = Device;
export const DevicesReply = z.array(Device);

export const WebhookInput = z.object(
  { url: httpAddress('webhookInvalid'), language: LanguageInput },
  message('bodyNotObject'),
);

/** An address of one's own that is called. */
const Webhook = z.object({ id: z.string(), url: z.string() });
export const WebhooksReply = z.array(Webhook);
/** The secret that its calls are signed with is shown this once. */
export const NewWebhookReply = z.object({ id: z.string(), url: z.string(), secret: z.string() });

export const ChannelQuery = z.object({
  id: z.string(message('channelIdRequired')).check(z.minLength(1, message('channelIdRequired'))),
});

/** A press on a reminder's button. The key came with the reminder; it adds one portion and is good for nothing else. */
export const PressedPortionInput = z.object(
  {
    key: z.string(message('portionKeyInvalid')).check(z.maxLength(300, message('portionKeyInvalid'))),
    waterVolume: WaterVolume,
    time: WireTimeInput,
  },
  message('bodyNotObject'),
);
