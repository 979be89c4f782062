import type { ErrorHandler } from 'hono';
import { isDatabaseLost, isDiskFull } from '../database/lost-database.ts';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnv } from './app-env.ts';
import { refusalOf, type SecurityEventParts } from './security-events.ts';

/** In milliseconds. Another primary takes longer; a gate decides by itself meanwhile. */
const RETRY_AFTER_MS = 2_000;

/**
 * Turns what a handler throws into an answer. Unexpected errors are logged and answered without detail, and without a
 * delay: one scan may have caused it, and a delay holds back a device's other scans. Calls that found no database, no free
 * connection, or a full disk, are told to come later.
 */
export function handleError({ log }: Pick<SecurityEventParts, 'log'>): ErrorHandler<AppEnv> {
  return (error, context) => {
    if (error instanceof ApiError) {
      const refusal = refusalOf(error, context);
      if (refusal) context.set('refused', refusal);
      return errorResponse(error, context);
    }
    if (isDatabaseLost(error)) log.warn({ reason: error.message }, 'no database, or no free connection');
    else log.error({ err: error }, 'request failed');
    return errorResponse(unexpectedError(error), context);
  };
}

/** What callers are told of an error that is none of the contract's. */
export function unexpectedError(error: unknown): ApiError {
  const later = { retryAfterMs: RETRY_AFTER_MS };
  if (isDiskFull(error)) {
    return new ApiError('unavailable', 'The disk of the database is full', later);
  }
  if (!isDatabaseLost(error)) return new ApiError('unavailable', 'Server error');
  return new ApiError('unavailable', 'The database cannot be reached', later);
}
