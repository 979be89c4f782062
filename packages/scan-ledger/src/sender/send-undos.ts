import type { ApiOutcome, UndoResult } from '@scantix/api-contract';
import { UNDO_PROBLEMS } from '../model/messages.ts';
import type { UndoSettlement } from '../model/settlement.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { UndoStore, WaitingUndo } from '../ports/undo-store.ts';
import { type CallInTimeOptions, callInTime } from '../timing/call-in-time.ts';
import { classifyFailure } from './classify-failure.ts';
import { type CallFailure, toCallFailure } from './send-scans.ts';

/** Options of sendUndos. */
export interface SendUndosOptions extends CallInTimeOptions {
  readonly store: Pick<UndoStore, 'settleUndo'>;
  readonly transport: Pick<ScanTransport, 'undo'>;
  /** Called with the ids of scans whose undo is settled. */
  readonly onSettled: (scanIds: string[]) => void;
}

/**
 * Sends undos whose scan the server has. A failed undo delays none of the others. Returns the first failure that is
 * worth a retry, `null` where there is none.
 */
export async function sendUndos(undos: readonly WaitingUndo[], options: SendUndosOptions): Promise<CallFailure | null> {
  const { store, transport, signal, onSettled } = options;
  let failed: CallFailure | null = null;
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
    // The server had the scan once. What it no longer knows (a restored backup, a deleted clerk) no retry brings back,
    // and later scans of the code wait for this undo.
    if (outcome.failure.kind === 'refused' && outcome.failure.code === 'not_found') {
      await settle({ error: { code: 'not_found', message: UNDO_PROBLEMS.refused } });
      continue;
    }
    const action = classifyFailure(outcome.failure);
    if (action.kind === 'split') await settle({ error: { code: action.code, message: action.message } });
    else failed ??= toCallFailure(action);
    // Without a network the other calls would fail too.
    if (outcome.failure.kind === 'unreachable') return failed;
  }
  return failed;
}

/** The answer to store; no error where the entry was undone already, by whomever. */
function answerOf({ value, answer }: Extract<ApiOutcome<UndoResult>, { ok: true }>): Omit<UndoSettlement, 'scanId'> {
  const { status, refusal, change, receipt } = value;
  if (status !== 'refused' || refusal === 'already_undone') {
    return {
      ...(change === undefined ? {} : { change }),
      ...(receipt === undefined || answer.epoch === null ? {} : { receipt: { epoch: answer.epoch, number: receipt } }),
    };
  }
  const code = refusal ?? 'refused';
  return { error: { code, message: UNDO_PROBLEMS[code] } };
}
