import type { ApiOutcome, UndoResult } from '@scantix/api-contract';
import { UNDO_PROBLEMS } from '../messages.ts';
import type { ScanTransport } from '../scan-ledger.ts';
import type { ScanStore, UndoSettlement, WaitingUndo } from '../scan-store.ts';
import { type CallInTimeOptions, callInTime } from './call-in-time.ts';
import { type FailureVerdict, judgeFailure } from './judge-failure.ts';

export interface DeliverUndosOptions extends CallInTimeOptions {
  readonly store: ScanStore;
  readonly transport: Pick<ScanTransport, 'undo'>;
  /** Hears of each scan whose undo is settled. */
  readonly onSettled: (scanIds: string[]) => void;
}

/**
 * Sends undos whose scan the server has. One that fails blocks none of the others; the first failure that may pass is
 * returned, `null` where there is none.
 */
export async function deliverUndos(
  undos: readonly WaitingUndo[],
  options: DeliverUndosOptions,
): Promise<FailureVerdict | null> {
  const { store, transport, signal, onSettled } = options;
  let failed: FailureVerdict | null = null;
  for (const { scanId, undo } of undos) {
    const settle = async (answer: Omit<UndoSettlement, 'scanId'>) => {
      await store.settleUndo({ scanId, ...answer });
      onSettled([scanId]);
    };
    if (!undo) {
      await settle({ error: { code: 'unreadable', message: UNDO_PROBLEMS.unreadable } });
      continue;
    }
    const outcome = await callInTime((callSignal) => transport.undo(scanId, undo, { signal: callSignal }), options);
    if (signal.aborted) return failed;
    if (outcome.ok) {
      await settle(answerOf(outcome));
      continue;
    }
    // The server had the scan once: what it does not know any more (a backup was restored, a clerk is gone) it will not
    // learn by waiting, and later scans of the code wait for this undo.
    if (outcome.failure.kind === 'refused' && outcome.failure.code === 'not_found') {
      await settle({ error: { code: 'not_found', message: UNDO_PROBLEMS.refused } });
      continue;
    }
    const failure = judgeFailure(outcome.failure);
    if (failure.kind === 'split') await settle({ error: { code: failure.code, message: failure.message } });
    else failed ??= failure;
    // No network for one is no network for all.
    if (outcome.failure.kind === 'unreachable') return failed;
  }
  return failed;
}

/** Nothing of a refusal where it was taken back, by whomever. */
function answerOf({ value }: Extract<ApiOutcome<UndoResult>, { ok: true }>): Omit<UndoSettlement, 'scanId'> {
  const { status, refusal, change } = value;
  if (status !== 'refused' || refusal === 'already_undone') return change === undefined ? {} : { change };
  const code = refusal ?? 'refused';
  return { error: { code, message: UNDO_PROBLEMS[code] } };
}
