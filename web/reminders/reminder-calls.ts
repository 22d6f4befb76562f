import type * as z from 'zod/mini';
import { type Call, calls, type Reply, type Sent } from '../../contract/calls.ts';
import { createCallThunk } from '../state.ts';

/** A call's input as it is sent. Nothing of reminders is kept in the store: each part shows what it loaded itself. */
const thunkOf = <C extends Call>(type: string, call: C) =>
  createCallThunk(type, (send, input: Sent<C>): Promise<Reply<C>> => send(call, input));

export const fetchReminders = thunkOf('reminders/fetch', calls.getReminders);
export const changeReminders = thunkOf('reminders/change', calls.changeReminders);
export const fetchReminderLog = thunkOf('reminders/fetchLog', calls.getReminderLog);
export const testReminders = thunkOf('reminders/test', calls.testReminders);
export const fetchPushKey = thunkOf('reminders/fetchPushKey', calls.getPushKey);
export const fetchDevices = thunkOf('reminders/fetchDevices', calls.getDevices);
export const addDevice = thunkOf('reminders/addDevice', calls.addDevice);
export const removeDevice = thunkOf('reminders/removeDevice', calls.removeDevice);
export const fetchWebhooks = thunkOf('reminders/fetchWebhooks', calls.getWebhooks);
export const addWebhook = thunkOf('reminders/addWebhook', calls.addWebhook);
export const removeWebhook = thunkOf('reminders/removeWebhook', calls.removeWebhook);

export type Rules = z.input<typeof calls.changeReminders.body>;
export type Log = Reply<typeof calls.getReminderLog>;
export type LogItem = Log['items'][number];
export type Delivery = LogItem['deliveries'][number];
export type Device = Reply<typeof calls.getDevices>[number];
export type Webhook = Reply<typeof calls.getWebhooks>[number];
