import type { LedgerProblem } from '../model/ledger-state.ts';

/**
 * How a lane of the sender gets on. `ready`: its last call was answered, or none was made. `failing`: its last attempt
 * failed, and the next one waits. `requested`: somebody asked for sending since the storage was last read.
 */
export type LaneProgress =
  | { readonly kind: 'ready'; readonly requested: boolean }
  | {
      readonly kind: 'failing';
      readonly requested: boolean;
      /** Failures in a row, from 1. */
      readonly failures: number;
      /** Whether the next attempt comes early: sending was requested meanwhile, or less is sent then. */
      readonly isUrgent: boolean;
      readonly problem: LedgerProblem | null;
    };

/** What happens in a lane. */
export type LaneEvent =
  /** Somebody asks for sending. */
  | { readonly kind: 'requested' }
  /** The storage is read: all requests until now are served by this. */
  | { readonly kind: 'outbox-read' }
  /** The server answered. */
  | { readonly kind: 'answered' }
  /** A call failed. `message`: why the server rejects this session. `isHalved`: the next call carries half as much. */
  | { readonly kind: 'call-failed'; readonly message?: string; readonly isHalved?: boolean }
  /** The storage failed. */
  | { readonly kind: 'storage-failed'; readonly problem: LedgerProblem }
  /** A call of another lane succeeded: the server is there. */
  | { readonly kind: 'server-back' };

/** The progress after an event. */
export function nextLaneProgress(progress: LaneProgress, event: LaneEvent): LaneProgress {
  switch (event.kind) {
    case 'requested':
      return { ...progress, requested: true };
    case 'outbox-read':
      return { ...progress, requested: false };
    case 'answered':
      return { kind: 'ready', requested: progress.requested };
    case 'server-back':
      return progress.kind === 'failing' ? { ...progress, failures: 1 } : progress;
    case 'call-failed': {
      const { message, isHalved = false } = event;
      return failed(progress, isHalved, message === undefined ? null : { code: 'refused', message });
    }
    case 'storage-failed':
      return failed(progress, false, event.problem);
  }
}

function failed(progress: LaneProgress, isHalved: boolean, problem: LedgerProblem | null): LaneProgress {
  const failures = progress.kind === 'failing' ? progress.failures + 1 : 1;
  return { kind: 'failing', requested: false, failures, isUrgent: progress.requested || isHalved, problem };
}
