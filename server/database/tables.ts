import type { Language } from '../../contract/languages.ts';
import type { DeliveryFault, DeliveryState, ReminderOutcome } from '../../contract/reminder.ts';

/**
 * The rows of every table. Each key begins with the account, and each query names it, so that the data can be spread
 * by account. Volumes are whole millilitres, days and times the person's wall clock, instants milliseconds since 1970.
 */
export interface Tables {
  account: AccountRow;
  sign_in_email: SignInEmailRow;
  session: SessionRow;
  norm: NormRow;
  portion: PortionRow;
  idempotency_key: IdempotencyKeyRow;
  avatar: AvatarRow;
  reminder_rules: ReminderRulesRow;
  push_subscription: PushSubscriptionRow;
  webhook: WebhookRow;
  reminder: ReminderRow;
  reminder_delivery: ReminderDeliveryRow;
  server_key: ServerKeyRow;
  try_log: TryLogRow;
  call_count: CallCountRow;
}

export interface AccountRow {
  id: string;
  /** As the person wrote it, trimmed. */
  email: string;
  name: string;
  gender: 'woman' | 'man';
  /** PHC string of the argon2id hash. */
  password_hash: string;
  /** The latest IANA zone that the browser told. */
  time_zone: string;
  /** The picture in force; null until one is set. */
  avatar_id: string | null;
  /** What the norm was calculated from; 0 = not set. */
  weight_g: number;
  activity_s: number;
  will_drink_ml: number;
  created_at: number;
}

/** Finds the account of an e-mail address; its key is not the account. */
export interface SignInEmailRow {
  /** In lower case: addresses are compared without case. */
  email: string;
  account_id: string;
}

export interface SessionRow {
  account_id: string;
  /** SHA-256 of the token: what is stored lets nobody sign in. */
  token_hash: Uint8Array;
  created_at: number;
  expires_at: number;
  /** Names the session to its owner; it has nothing to do with the token. */
  id: string;
  /** What it was started with, such as `Firefox · Linux`; empty if that is unknown. */
  device: string;
  /** To the hour. */
  last_used_at: number;
}

/** The norm from a day on, until the next row. */
export interface NormRow {
  account_id: string;
  from_day: string;
  norm_ml: number;
}

export interface PortionRow {
  account_id: string;
  day: string;
  id: string;
  /** `HH:mm` on that day. */
  time: string;
  volume_ml: number;
}

/** The answer that a named write got, so that the same write again gets the same answer. */
export interface IdempotencyKeyRow {
  account_id: string;
  key: string;
  portion_id: string;
  volume_ml: number;
  /** Wall clock, `YYYY-MM-DDTHH:mm`. */
  drunk_at: string;
  created_at: number;
}

export interface AvatarRow {
  account_id: string;
  id: string;
  /** WebP. */
  image: Uint8Array;
}

/** When an account is reminded; without a row, never. Truth values are 0 and 1. */
export interface ReminderRulesRow {
  account_id: string;
  is_on: number;
  /** Digits of the days of the week, 1 (Monday) to 7, such as `12345`. */
  days: string;
  /** `HH:mm` on the clock of the time zone. */
  from_time: string;
  to_time: string;
  every_minutes: number;
  only_behind_pace: number;
  stop_at_norm: number;
  paused_on: string | null;
  time_zone: string;
  refused_time_zone: string | null;
  /** When the next reminder is due; null while they are off. */
  next_at: number | null;
  /** When that was planned: later than now, if the clock has been set back since. */
  planned_at: number;
  /** When the last one was sent. */
  last_sent_at: number | null;
}

/** A device that receives reminders. */
export interface PushSubscriptionRow {
  account_id: string;
  id: string;
  endpoint: string;
  /** The device's public key and its secret for encryption (RFC 8291), base64url. */
  p256dh: string;
  auth: string;
  name: string;
  language: Language;
}

/** An address of the person's own that is called with each reminder. */
export interface WebhookRow {
  account_id: string;
  id: string;
  url: string;
  /** What calls are signed with, `whsec_` and base64. */
  secret: string;
  language: Language;
}

/** What became of a planned reminder. */
export interface ReminderRow {
  account_id: string;
  id: string;
  /** When it was due. */
  at: number;
  outcome: ReminderOutcome;
  /** What was missing to the norm. */
  missing_ml: number;
  /** After this it is not delivered any more. */
  useful_until: number;
}

/** A reminder on its way to one device or address. */
export interface ReminderDeliveryRow {
  account_id: string;
  reminder_id: string;
  channel_id: string;
  kind: 'push' | 'webhook';
  /** Of the device, or the host of the address; kept for when that is removed. */
  name: string;
  state: DeliveryState;
  /** The HTTP status that was answered last. */
  status: number | null;
  fault: DeliveryFault | null;
  attempts: number;
  /** When it was tried last. */
  at: number | null;
  /** When it is tried next, unless whoever took it has settled it by then; null once it is settled. */
  next_try_at: number | null;
}

/** Keys of this installation, the same for all servers on the database. */
export interface ServerKeyRow {
  name: string;
  value: string;
}

/** The latest tries of something that is limited. Some belong to nobody: its key is not the account. */
export interface TryLogRow {
  /** SHA-256 of what is limited and for whom; neither addresses nor accounts can be read off it. */
  subject: string;
  /** Instants of the tries, the oldest first, separated by commas. */
  tries: string;
  /** When none of them counts any more. */
  forget_at: number;
}

/** How many calls an account made in a minute, through all servers. */
export interface CallCountRow {
  account_id: string;
  /** Minutes since 1970. */
  minute: number;
  calls: number;
}
