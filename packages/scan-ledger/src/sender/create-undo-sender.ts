import type { Clock } from '../ports/clock.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { UndoStore } from '../ports/undo-store.ts';
import { SEND_TIMEOUT_MS } from './create-delivery.ts';
import type { LaneAttempt, LaneEnd } from './create-lane.ts';
import { createPutAside } from './put-aside.ts';
import type { CallFailure } from './send-scans.ts';
import { type SendUndoOptions, sendUndo } from './send-undo.ts';

/** How many undos are read at once; each is a call of its own. */
const AT_ONCE = 5;

/** Options of createUndoSender. */
export interface UndoSenderOptions extends Pick<SendUndoOptions, 'onSettled'> {
  readonly store: Pick<UndoStore, 'waitingUndos' | 'settleUndo'>;
  readonly clock: Clock;
  /** Jitter: 0 to 1. */
  readonly random: () => number;
}

/** Sends undos. */
export interface UndoSender {
  /** Sends the next undos of a domain. */
  sendNext(
    domain: string,
    attempt: LaneAttempt & { readonly transport: Pick<ScanTransport, 'undo'> },
  ): Promise<LaneEnd>;
  /** The server has answered for these scans: their undos need no longer wait for a time of their own. */
  scansSettled(ids: readonly string[]): void;
}

/**
 * Creates the sender of undos. An undo that fails is put aside until its own time and delays none of the others. Two
 * tabs may send the same one: the server takes it once.
 */
export function createUndoSender({ store, clock, random, onSettled }: UndoSenderOptions): UndoSender {
  const now = () => clock.now();
  const aside = createPutAside({ now, random });
  async function sendNext(...[domain, attempt]: Parameters<UndoSender['sendNext']>): Promise<LaneEnd> {
    const { transport, signal, onRead, isAsked } = attempt;
    onRead();
    const waiting = await store.waitingUndos({ domain, limit: AT_ONCE + aside.size });
    const times = waiting.map(({ scanId }) => (isAsked ? null : aside.dueAt(scanId)) ?? 0);
    const due = waiting.filter((_undo, index) => (times[index] ?? 0) <= now());
    if (due.length === 0) return { kind: 'empty', dueAt: times.length > 0 ? Math.min(...times) : null };
    let failed: CallFailure | null = null;
    for (const undo of due) {
      const end = await sendUndo(undo, { clock, timeoutMs: SEND_TIMEOUT_MS, signal, store, transport, onSettled });
      if (end.kind === 'stopped') return { kind: 'empty' };
      if (end.kind === 'settled') aside.succeeded(undo.scanId);
      else {
        aside.failed(undo.scanId);
        failed ??= end.failure;
        // Without a network the other calls would fail too.
        if (end.isUnreachable) break;
      }
    }
    return failed ? { kind: 'failed', failure: failed } : { kind: 'sent' };
  }

  return {
    sendNext,
    scansSettled(ids) {
      for (const id of ids) aside.succeeded(id);
    },
  };
}
