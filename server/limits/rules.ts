const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** At most so many tries in any stretch of so many ms. */
export interface Allowance {
  most: number;
  within: number;
}

/** What is limited by a number of tries, for an address or for an account. */
export const allowances = {
  signIn: { most: 10, within: MINUTE },
  registration: { most: 20, within: HOUR },
  passwordChange: { most: 10, within: 15 * MINUTE },
  upload: { most: 10, within: MINUTE },
} as const satisfies Record<string, Allowance>;

/** How long to wait before the next try, ms; 0 if it may be now. A clock that was set back makes nobody wait longer. */
export function waitOf(tries: readonly number[], now: number, { most, within }: Allowance): number {
  const counted = tries.filter((at) => Math.abs(now - at) < within);
  const oldest = counted.at(-most);
  return oldest === undefined ? 0 : Math.min(oldest + within - now, within);
}

/** Failed sign-ins that cost no pause: of one address at an account, and of all addresses together at it. */
const FREE = { ofAddress: 10, ofAccount: 20 };
/** The longest pauses that they lead to, ms. */
const LONGEST = { ofAddress: 5 * MINUTE, ofAccount: MINUTE };

/** Failed sign-ins count for so long, ms. */
export const FAILURES_COUNT_FOR = 24 * HOUR;

/**
 * How long an address has to wait before it may try to sign in to an account again, ms; 0 if it may now.
 *
 * Pauses are measured from the address's own last failure. What others did to the account makes them longer, but never
 * makes anybody wait who has not failed, so that no stranger can keep the owner out (docs/decisions/0024-nobody-is-locked-out.md).
 * @param own failed tries of this address at this account
 * @param ofAccount failed tries of all addresses at this account
 */
export function pauseOf(own: readonly number[], ofAccount: readonly number[], now: number): number {
  const counted = own.filter((at) => Math.abs(now - at) < FAILURES_COUNT_FOR);
  const last = counted.at(-1);
  if (last === undefined) return 0;
  const all = ofAccount.filter((at) => Math.abs(now - at) < FAILURES_COUNT_FOR);
  const pause = Math.max(
    growing(counted.length - FREE.ofAddress, LONGEST.ofAddress),
    growing(all.length - FREE.ofAccount, LONGEST.ofAccount),
  );
  return Math.max(0, Math.min(last + pause - now, pause));
}

/** A second, doubled with each failure that is not free. */
function growing(failures: number, longest: number): number {
  return failures < 0 ? 0 : Math.min(SECOND * 2 ** failures, longest);
}
