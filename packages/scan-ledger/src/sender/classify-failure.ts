import type { ApiFailure } from '@scantix/api-contract';

/** What to do about a failed call. */
export type FailureAction =
  /** Send the same again later. */
  | { readonly kind: 'retry'; readonly retryAfterMs?: number }
  /** The server rejects this session: send the same again later, and show the message. */
  | { readonly kind: 'retry-and-show'; readonly message: string }
  /** One of the scans is at fault: halve the batch to find it. */
  | { readonly kind: 'split'; readonly code: string; readonly message: string };

/** Statuses that blame the content. 401, 403 and 404 blame the session or the address, never a scan. */
const BLAMES_CONTENT = new Set([400, 409, 413, 422]);

/** Longest delay accepted from an intermediary. */
const MAX_INTERMEDIARY_DELAY_MS = 120_000;

/** Returns what a failed call means for the scans or the undo in it. */
export function classifyFailure(failure: ApiFailure): FailureAction {
  if (failure.kind === 'unreachable') {
    const { status, retryAfterMs } = failure;
    // A balancer in front of the server may ask for a delay too, up to a limit.
    return retryAfterMs !== undefined && (status === 429 || status === 503)
      ? { kind: 'retry', retryAfterMs: Math.min(retryAfterMs, MAX_INTERMEDIARY_DELAY_MS) }
      : { kind: 'retry' };
  }
  const { status, code, message, retryAfterMs } = failure;
  if (BLAMES_CONTENT.has(status)) return { kind: 'split', code, message };
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { kind: 'retry', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  return { kind: 'retry-and-show', message };
}
