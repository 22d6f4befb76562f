import { expect } from 'vitest';
import { ProblemBody, type ProblemCode } from '../../contract/problem.ts';
import type { Answer } from './test-app.ts';

/** Checks that an answer is this error, with exactly these messages at these fields, in the form that all errors have. */
export function expectProblem(
  answer: Answer,
  status: number,
  code: ProblemCode,
  fields?: Record<string, string>,
): void {
  expect(answer).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(ProblemBody.parse(answer.body), 'nothing but the declared members').toEqual(answer.body);
  const errors = fields && Object.entries(fields).map(([field, message]) => ({ field, message }));
  expect(answer.body.errors).toEqual(errors);
  if (status < 500) expect(answer.body.detail).toMatch(/^[A-Z].*\.$/);
  if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
}
