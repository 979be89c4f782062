import { API_ERROR_STATUS, type ApiErrorBody, type ApiErrorCode } from '@scantix/api-contract';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fitToWire } from './wire.ts';

/** Answers a call with one of the contract's error codes. The message is shown to people, so it has no secret and no input. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly retryAfterMs: number | undefined;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ApiErrorCode,
    message: string,
    { retryAfterMs, headers = {} }: { retryAfterMs?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.headers = headers;
  }
}

/** What callers are told of an error. */
export function errorBody({ code, message, retryAfterMs }: ApiError): ApiErrorBody {
  return { success: false, code, message, ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }) };
}

/** The HTTP answer of an error. */
export function errorResponse(error: ApiError, context: Context<AppEnv>): Response {
  const { code, retryAfterMs } = error;
  const body = errorBody(error);
  const headers = new Headers({ 'Cache-Control': 'no-store', ...error.headers });
  if (retryAfterMs !== undefined) headers.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  if (code === 'unauthenticated' || code === 'session_revoked') headers.set('WWW-Authenticate', 'Bearer');
  // The rest of a body is not read, and the connection ends.
  const { incoming } = context.env ?? {};
  const isCut = incoming?.readableDidRead && !incoming.readableEnded;
  if (code === 'too_large' || isCut) headers.set('Connection', 'close');
  return Response.json(fitToWire(body, context), { status: API_ERROR_STATUS[code], headers });
}
