import type { ErrorEvent } from '@sentry/browser';
import { IGNORED_URLS } from './ignored-errors.ts';

/** How Chromium, Firefox and Safari word a request that failed. */
const REQUEST_FAILED = /failed to fetch|networkerror|load failed/i;

/**
 * Whether an event is the failed request of a browser extension. Sentry wraps `fetch`, so the innermost frame is Sentry's
 * and does not match {@link IGNORED_URLS}; the one around it is the caller's.
 */
export function isExtensionRequest({ exception }: Pick<ErrorEvent, 'exception'>): boolean {
  const { value = '', stacktrace } = exception?.values?.at(-1) ?? {};
  const caller = stacktrace?.frames?.slice(0, -1).findLast(({ filename }) => filename?.includes('://'))?.filename;
  return REQUEST_FAILED.test(value) && caller !== undefined && IGNORED_URLS.some((pattern) => pattern.test(caller));
}
