import type { ErrorHandler } from 'hono';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnv } from './app-env.ts';
import { refusalOf, type SecurityEventParts, tellSecurityEvent } from './security-events.ts';

/** What pg-pool throws where a call has waited too long for one of its connections, or for a new one. */
const NO_CONNECTION = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];

/**
 * Turns what a handler throws into an answer. Unexpected errors are logged and answered without detail, and without a
 * delay: one scan may have caused it, and a delay holds back a device's other scans. Calls that found no free database connection are told to come later.
 */
export function handleError(parts: SecurityEventParts): ErrorHandler<AppEnv> {
  const { log } = parts;
  return (error, context) => {
    if (error instanceof ApiError) {
      const refusal = refusalOf(error, context);
      if (refusal) tellSecurityEvent(parts, context, refusal);
      return errorResponse(error, context);
    }
    if (NO_CONNECTION.includes(error.message)) {
      log.warn('no database connection was free in time');
      return errorResponse(new ApiError('unavailable', 'Too many calls at once', { retryAfterMs: 1_000 }), context);
    }
    log.error({ err: error }, 'request failed');
    return errorResponse(new ApiError('unavailable', 'Server error'), context);
  };
}
