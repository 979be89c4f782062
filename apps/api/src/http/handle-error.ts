import type { ErrorHandler } from 'hono';
import type { Log } from '../system/log.ts';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

/** What pg-pool throws where a call has waited too long for one of its connections, or for a new one. */
const NO_CONNECTION = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];

/**
 * Turns what a handler throws into an answer. Unexpected errors are logged and answered without detail, and without a
 * delay: one scan may have caused it, and a delay holds back a device's other scans. Calls that found no free database connection are told to come later.
 */
export function handleError(log: Log): ErrorHandler<AppEnv> {
  return (error, context) => {
    if (error instanceof ApiError) return errorResponse(error, context);
    if (NO_CONNECTION.includes(error.message)) {
      log.warn({ request_id: context.get('requestId') }, 'no database connection was free in time');
      return errorResponse(new ApiError('unavailable', 'Too many calls at once', { retryAfterMs: 1_000 }), context);
    }
    log.error({ err: error, request_id: context.get('requestId') }, 'request failed');
    return errorResponse(new ApiError('unavailable', 'Server error'), context);
  };
}
