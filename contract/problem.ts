import * as z from 'zod/mini';

/** Every `code` that an error body can carry, with the HTTP status that it comes with. */
export const problemStatus = {
  validation_failed: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_taken: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable_image: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** A problem at one field of the input. */
export const FieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.output<typeof FieldProblem>;

/** The body of every error, `application/problem+json` (RFC 9457). */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  errors: z.optional(z.array(FieldProblem)),
});
export type ProblemBody = z.output<typeof ProblemBody>;
