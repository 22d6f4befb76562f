import fc, { type Arbitrary } from 'fast-check';
import { type Call, calls } from '../../../contract/calls.ts';
import { changes } from './changes.ts';
import { ACCOUNTS, type CallName, type Draft } from './draft.ts';
import { rightPart } from './fitting-input.ts';

const upload = fc.oneof(
  fc.constant('@picture'),
  fc.constant('@picture'),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
);

function draftOf(name: CallName): Arbitrary<Draft> {
  const call: Call = calls[name];
  return fc
    .record({
      params: rightPart(call, 'params'),
      query: rightPart(call, 'query'),
      headers: rightPart(call, 'headers'),
      body: call.upload ? upload : call.body ? rightPart(call, 'body') : fc.constant(undefined),
      account: fc.nat(ACCOUNTS - 1),
      changes,
    })
    .map(({ changes, query, headers, ...parts }) => {
      const draft: Draft = {
        name,
        method: call.method,
        sender: 'self',
        query: Object.entries(query),
        headers: headers as Record<string, string>,
        ...parts,
      };
      return changes.reduce((changed, next) => next(changed), draft);
    });
}

/** Calls that hash passwords, or end what others need, come less often. */
const SELDOM: readonly CallName[] = [
  'register',
  'login',
  'logout',
  'deleteAccount',
  'changeAccount',
  'testReminders',
];

/** Any call. */
export const anyDraft: Arbitrary<Draft> = fc.oneof(
  ...(Object.keys(calls) as CallName[]).map((name) => ({
    arbitrary: draftOf(name),
    weight: SELDOM.includes(name) ? 1 : 6,
  })),
);
