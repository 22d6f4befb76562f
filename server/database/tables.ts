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

/** Finds the account of an e-mail address; the only table whose key is not the account. */
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
