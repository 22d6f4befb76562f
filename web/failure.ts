import type { ProblemCode } from '../contract/problem.ts';

/** Why a call failed: a problem that the server named, or `offline` when no answer came. */
export interface Failure {
  code: ProblemCode | 'offline';
  message: string;
  /** The fields that the server did not accept. */
  fields: string[];
}

export function offline(): Failure {
  return { code: 'offline', message: 'The server did not answer.', fields: [] };
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'code' in value && 'fields' in value;
}
