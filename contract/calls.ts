import type * as z from 'zod/mini';
import {
  AccountChange,
  AvatarReply,
  Credentials,
  Registration,
  SessionStart,
  SessionsQuery,
  SessionsReply,
  User,
} from './account.schema.ts';
import { HealthReply } from './health.schema.ts';
import { NormChange, NormChangeReply, NormReply } from './norm.schema.ts';
import type { ProblemCode } from './problem.ts';
import {
  ChannelQuery,
  DeliveriesReply,
  DeviceInput,
  DeviceReply,
  DevicesReply,
  NewWebhookReply,
  PressedPortionInput,
  PushKeyReply,
  ReminderLogReply,
  ReminderRulesInput,
  ReminderRulesReply,
  WebhookInput,
  WebhooksReply,
} from './reminder.schema.ts';
import {
  DayParams,
  DayQuery,
  DayReply,
  IdempotencyHeaders,
  MonthQuery,
  MonthReply,
  PortionInput,
  PortionQuery,
  PortionReply,
  UsualVolumesReply,
} from './water.schema.ts';

/** What browser and server agree on for one call. The server's route and the browser's client both come from it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters stand as `:name`. */
  path: `/api/${string}`;
  /** A call needs a bearer token unless it says that it is public. */
  public?: true;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  headers?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The multipart field that carries one file; such a call has no JSON body. */
  upload?: string;
  status: 200 | 201 | 204;
  reply?: z.ZodMiniType;
  /** The codes it answers with beside those that any call may: of bad input, media type, size, load and faults. */
  problems: readonly ProblemCode[];
}

export const calls = {
  isAlive: {
    method: 'GET',
    path: '/api/health/live',
    public: true,
    status: 200,
    reply: HealthReply,
    problems: [],
  },
  isReady: {
    method: 'GET',
    path: '/api/health/ready',
    public: true,
    status: 200,
    reply: HealthReply,
    problems: [],
  },
  register: {
    method: 'POST',
    path: '/api/users/register',
    public: true,
    body: Registration,
    status: 201,
    reply: SessionStart,
    problems: ['email_taken'],
  },
  login: {
    method: 'POST',
    path: '/api/users/login',
    public: true,
    body: Credentials,
    status: 200,
    reply: SessionStart,
    problems: ['wrong_credentials'],
  },
  logout: { method: 'POST', path: '/api/users/logout', status: 204, problems: [] },
  deleteAccount: { method: 'DELETE', path: '/api/users/delete', status: 204, problems: [] },
  currentUser: { method: 'GET', path: '/api/users/current', status: 200, reply: User, problems: [] },
  changeAccount: {
    method: 'PATCH',
    path: '/api/users/info',
    body: AccountChange,
    status: 200,
    reply: User,
    problems: ['email_taken'],
  },
  changeAvatar: {
    method: 'PATCH',
    path: '/api/users/avatar',
    upload: 'avatar',
    status: 200,
    reply: AvatarReply,
    problems: ['unprocessable_image'],
  },
  getSessions: {
    method: 'GET',
    path: '/api/users/sessions',
    status: 200,
    reply: SessionsReply,
    problems: [],
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/users/sessions',
    query: SessionsQuery,
    status: 204,
    problems: ['not_found'],
  },
  getNorm: {
    method: 'GET',
    path: '/api/users/dailynorma',
    status: 200,
    reply: NormReply,
    problems: [],
  },
  changeNorm: {
    method: 'PATCH',
    path: '/api/users/dailynorma',
    body: NormChange,
    status: 200,
    reply: NormChangeReply,
    problems: [],
  },
  getDay: {
    method: 'GET',
    path: '/api/user/water/today',
    query: DayQuery,
    status: 200,
    reply: DayReply,
    problems: [],
  },
  getMonth: {
    method: 'GET',
    path: '/api/user/water/month',
    query: MonthQuery,
    status: 200,
    reply: MonthReply,
    problems: [],
  },
  getUsualVolumes: {
    method: 'GET',
    path: '/api/user/water/usual',
    status: 200,
    reply: UsualVolumesReply,
    problems: [],
  },
  addPortion: {
    method: 'POST',
    path: '/api/user/water',
    headers: IdempotencyHeaders,
    body: PortionInput,
    status: 201,
    reply: PortionReply,
    problems: ['idempotency_key_reused'],
  },
  editPortion: {
    method: 'PUT',
    path: '/api/user/water/:_id',
    params: DayParams,
    query: PortionQuery,
    body: PortionInput,
    status: 200,
    reply: PortionReply,
    problems: ['not_found'],
  },
  deletePortion: {
    method: 'DELETE',
    path: '/api/user/water/:_id',
    params: DayParams,
    query: PortionQuery,
    status: 204,
    problems: ['not_found'],
  },
  getReminders: {
    method: 'GET',
    path: '/api/users/reminders',
    status: 200,
    reply: ReminderRulesReply,
    problems: [],
  },
  changeReminders: {
    method: 'PUT',
    path: '/api/users/reminders',
    body: ReminderRulesInput,
    status: 200,
    reply: ReminderRulesReply,
    problems: [],
  },
  getReminderLog: {
    method: 'GET',
    path: '/api/users/reminders/log',
    status: 200,
    reply: ReminderLogReply,
    problems: [],
  },
  testReminders: {
    method: 'POST',
    path: '/api/users/reminders/test',
    status: 200,
    reply: DeliveriesReply,
    problems: [],
  },
  getPushKey: { method: 'GET', path: '/api/push/key', status: 200, reply: PushKeyReply, problems: [] },
  getDevices: {
    method: 'GET',
    path: '/api/users/push-subscriptions',
    status: 200,
    reply: DevicesReply,
    problems: [],
  },
  addDevice: {
    method: 'POST',
    path: '/api/users/push-subscriptions',
    body: DeviceInput,
    status: 201,
    reply: DeviceReply,
    problems: [],
  },
  removeDevice: {
    method: 'DELETE',
    path: '/api/users/push-subscriptions',
    query: ChannelQuery,
    status: 204,
    problems: ['not_found'],
  },
  getWebhooks: {
    method: 'GET',
    path: '/api/users/webhooks',
    status: 200,
    reply: WebhooksReply,
    problems: [],
  },
  addWebhook: {
    method: 'POST',
    path: '/api/users/webhooks',
    body: WebhookInput,
    status: 201,
    reply: NewWebhookReply,
    problems: [],
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/users/webhooks',
    query: ChannelQuery,
    status: 204,
    problems: ['not_found'],
  },
  pressPortion: {
    method: 'POST',
    path: '/api/push/portions',
    public: true,
    body: PressedPortionInput,
    status: 201,
    reply: PortionReply,
    problems: ['not_found'],
  },
} as const satisfies Record<string, Call>;

type Part = 'params' | 'query' | 'headers' | 'body';
type Parts<C extends Call> = Extract<keyof C, Part>;

/** What the browser hands over for a call: only the parts that the call declares. */
export type Sent<C extends Call> = {
  [K in Parts<C>]: C[K] extends z.ZodMiniType ? z.input<C[K]> : never;
} & (C extends { upload: string } ? { file: Blob } : unknown);

/** What the server has of a call once its input is checked. */
export type Received<C extends Call> = {
  [K in Parts<C>]: C[K] extends z.ZodMiniType ? z.output<C[K]> : never;
};

/** What a call answers; nothing where the status is 204. */
export type Reply<C extends Call> = C extends { reply: infer R extends z.ZodMiniType }
  ? z.output<R>
  : undefined;
