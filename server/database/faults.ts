/**
 * What a caller has to know of a failed query, whatever the engine: each engine's file translates its own codes into
 * these two. Any other error of a query is a mistake of ours.
 */

/** The database cannot take or give this at the moment: busy, full, restarting, cut off. Soon it may again. */
export class PassingFault extends Error {
  override name = 'PassingFault';
}

/** There is no room on the disk: nothing can be written until there is, while reading goes on. */
export class DiskFull extends PassingFault {
  override name = 'DiskFull';
}

/** The account was erased while the call was under way. */
export class AccountErased extends Error {
  override name = 'AccountErased';
}
