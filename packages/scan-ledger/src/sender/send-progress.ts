import type { LedgerProblem } from '../model/ledger-state.ts';

/**
 * What the sender knows about the server. `ready`: the last call was answered, or none was made. `failing`: the last
 * attempt failed, and the next one waits. `requested`: somebody asked for sending since the outbox was last read.
 */
export type SendProgress =
  | { readonly kind: 'ready'; readonly requested: boolean }
  | {
      readonly kind: 'failing';
      readonly requested: boolean;
      /** Failures in a row, from 1. */
      readonly failures: number;
      /** Whether sending was requested during the failed attempt: then the next one comes early. */
      readonly isUrgent: boolean;
      /** The delay that the server asked for: `until` in epoch milliseconds, `forMs` in milliseconds. */
      readonly closed: { readonly until: number; readonly forMs: number } | null;
      readonly problem: LedgerProblem | null;
    };

/** What happens while sending. */
export type SendEvent =
  /** Somebody asks for sending. */
  | { readonly kind: 'requested' }
  /** An attempt begins after the delay that the server asked for. */
  | { readonly kind: 'attempt-started' }
  /** The outbox is read: all requests until now are served by this. */
  | { readonly kind: 'outbox-read' }
  /** The server answered. */
  | { readonly kind: 'answered' }
  /** A call failed; `message` where the server rejects this session. */
  | { readonly kind: 'call-failed'; readonly now: number; readonly retryAfterMs?: number; readonly message?: string }
  /** The storage failed. */
  | { readonly kind: 'storage-failed'; readonly problem: LedgerProblem };

/** The progress after an event. */
export function nextSendProgress(progress: SendProgress, event: SendEvent): SendProgress {
  switch (event.kind) {
    case 'requested':
      return { ...progress, requested: true };
    case 'outbox-read':
      return { ...progress, requested: false };
    case 'attempt-started':
      return progress.kind === 'failing'
        ? { ...progress, requested: false, closed: null }
        : { ...progress, requested: false };
    case 'answered':
      return { kind: 'ready', requested: progress.requested };
    case 'call-failed': {
      const { now, retryAfterMs: forMs, message } = event;
      return {
        ...failed(progress),
        closed: forMs === undefined ? null : { until: now + forMs, forMs },
        problem: message === undefined ? null : { code: 'refused', message },
      };
    }
    case 'storage-failed':
      return { ...failed(progress), closed: null, problem: event.problem };
  }
}

function failed(progress: SendProgress) {
  const failures = progress.kind === 'failing' ? progress.failures + 1 : 1;
  return { kind: 'failing', requested: false, failures, isUrgent: progress.requested } as const;
}

/** Whether the server asked for no calls at this time: epoch milliseconds. */
export function isClosed(progress: SendProgress, now: number): boolean {
  if (progress.kind !== 'failing' || !progress.closed) return false;
  const { until, forMs } = progress.closed;
  const leftMs = until - now;
  // More time left than the server asked for: the clock was set back.
  return leftMs > 0 && leftMs <= forMs;
}
