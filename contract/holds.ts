import * as z from 'zod/mini';
import type { FieldMessage } from './field-messages.ts';

/** Makes a schema's check of a rule: it reports the one fault that the rule finds. */
export function holds<Value>(fault: (value: Value) => FieldMessage | undefined) {
  return z.check<Value>((context) => {
    const found = fault(context.value);
    if (found) context.issues.push({ code: 'custom', message: found, input: context.value });
  });
}
