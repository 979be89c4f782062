import type { ErrorHandler } from 'hono';
import type { Log } from '../system/log.ts';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Turns what a handler throws into an answer. Unexpected errors are logged and answered without detail, and without a
 * delay: one scan may have caused it, and a delay holds back a device's other scans.
 */
export function handleError(log: Log): ErrorHandler<AppEnv> {
  return (error, context) => {
    if (error instanceof ApiError) return errorResponse(error, context);
    log.error({ err: error, request_id: context.get('requestId') }, 'request failed');
    return errorResponse(new ApiError('unavailable', 'Server error'), context);
  };
}
