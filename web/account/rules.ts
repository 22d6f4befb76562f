import { emailFault, nameFault } from '../../contract/account.ts';
import type { Fault } from '../ui/use-form.ts';

/** The contract's rules for what a form holds: spaces around an address or a name do no harm. */
export const emailRule = (email: string) => emailFault(email.trim());
export const nameRule = (name: string) => nameFault(name.trim());

/** The rule of a field in which a password is typed once more. */
export function sameAs<Name extends string>(other: Name) {
  return (value: string, all: Record<Name, string>): Fault | undefined =>
    value === all[other] ? undefined : 'passwordsDiffer';
}
