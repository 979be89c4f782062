import * as z from 'zod/mini';

/** The HTTP status of each error code; the set of codes is closed. */
export const API_ERROR_STATUS = {
  invalid_request: 422,
  unauthenticated: 401,
  session_revoked: 401,
  forbidden: 403,
  not_found: 404,
  payload_mismatch: 409,
  conflict: 409,
  too_large: 413,
  /** A refresh without a proof of the device's key, or with one that is not of now: the session goes on. */
  proof_needed: 428,
  rate_limited: 429,
  unavailable: 503,
} as const;

/** One of the error codes. */
export type ApiErrorCode = keyof typeof API_ERROR_STATUS;

/** Every error code. */
export const API_ERROR_CODES = Object.keys(API_ERROR_STATUS) as [ApiErrorCode, ...ApiErrorCode[]];

/**
 * The code by whose rules a code is read that the reader does not know. What a 409 has found its code alone says: it is no
 * proof that the server has another scan of the id, so the scan is sent again to the next build.
 */
export function codeOfStatus(status: number): ApiErrorCode {
  if (status === API_ERROR_STATUS.conflict) return 'invalid_request';
  const code = API_ERROR_CODES.find((known) => API_ERROR_STATUS[known] === status);
  return code ?? (status < 500 ? 'invalid_request' : 'unavailable');
}

/** The body of every answer that is not 2xx. */
export const apiErrorBody = z.object({
  success: z.literal(false),
  code: z.enum(API_ERROR_CODES),
  message: z.string(),
  retry_after_ms: z.optional(z.number()),
});
/** The body of every answer that is not 2xx. */
export type ApiErrorBody = z.infer<typeof apiErrorBody>;
