import type { calls } from '../../../contract/calls.ts';

export type CallName = keyof typeof calls;
export type Fields = Record<string, unknown>;

/** Who calls: the account itself, nobody, or somebody with a token that is none. */
export type Sender = 'self' | 'nobody' | 'stranger';

/** A call's input before it is sent. A text or bytes as the body go out as they are, anything else as JSON. */
export interface Draft {
  name: CallName;
  method: string;
  params: Fields;
  query: [name: string, value: unknown][];
  headers: Record<string, string>;
  body: unknown;
  sender: Sender;
  /** Which of the accounts. */
  account: number;
}

/** So many accounts are at work, and their e-mail addresses. */
export const ACCOUNTS = 6;
export const emailOf = (account: number): string => `person-${account}@generated.example`;
export const PASSWORD = 'correct horse';
/** Stands for the host that may be called. */
export const RECEIVER = 'receiver.invalid';
