import { API_ERROR_STATUS, type ApiErrorBody, type ApiErrorCode } from '@scantix/api-contract';

/** A call that is answered with one of the contract's error codes. Its message is shown to people: no secrets, no input. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ApiErrorCode, message: string, { retryAfterMs }: { retryAfterMs?: number } = {}) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The HTTP answer that tells of an error. */
export function errorResponse({ code, message, retryAfterMs }: ApiError): Response {
  const body: ApiErrorBody = {
    success: false,
    code,
    message,
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
  };
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (retryAfterMs !== undefined) headers.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  if (code === 'unauthenticated' || code === 'session_revoked') headers.set('WWW-Authenticate', 'Bearer');
  // What is left of a body that was too large is not worth reading.
  if (code === 'too_large') headers.set('Connection', 'close');
  return Response.json(body, { status: API_ERROR_STATUS[code], headers });
}
