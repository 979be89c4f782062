import type { ApiFailure } from '@scantix/api-contract';

/** What a failed call means for the scans in it. */
export type FailureVerdict =
  /** Nothing is known of them: the same again, later. */
  | { readonly kind: 'retry'; readonly retryAfterMs?: number }
  /** The server answers, but not to this session: the same again later, and a person should know. */
  | { readonly kind: 'retry-and-tell'; readonly message: string }
  /** One of them is at fault: halves find which. */
  | { readonly kind: 'split'; readonly code: string; readonly message: string };

/** Statuses that blame what was sent. 401, 403 and 404 blame the session or the address, never a scan. */
const BLAMES_CONTENT = new Set([400, 409, 413, 422]);

const MAX_STRANGERS_WAIT_MS = 120_000;

export function judgeFailure(failure: ApiFailure): FailureVerdict {
  if (failure.kind === 'unreachable') {
    const { status, retryAfterMs } = failure;
    // Whoever stands before our server may ask for patience as well; a stranger gets no more of it than this.
    return retryAfterMs !== undefined && (status === 429 || status === 503)
      ? { kind: 'retry', retryAfterMs: Math.min(retryAfterMs, MAX_STRANGERS_WAIT_MS) }
      : { kind: 'retry' };
  }
  const { status, code, message, retryAfterMs } = failure;
  if (BLAMES_CONTENT.has(status)) return { kind: 'split', code, message };
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { kind: 'retry', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  return { kind: 'retry-and-tell', message };
}
