import type { ApiOutcome, UndoResult } from '@scantix/api-contract';
import { UNDO_PROBLEMS } from '../model/messages.ts';
import type { UndoSettlement } from '../model/settlement.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { UndoStore, WaitingUndo } from '../ports/undo-store.ts';
import { type CallInTimeOptions, callInTime } from '../timing/call-in-time.ts';
import { classifyFailure } from './classify-failure.ts';
import { type CallFailure, toCallFailure } from './send-scans.ts';

/** Options of sendUndo. */
export interface SendUndoOptions extends CallInTimeOptions {
  readonly store: Pick<UndoStore, 'settleUndo'>;
  readonly transport: Pick<ScanTransport, 'undo'>;
  /** Called with the id of the scan once its undo is settled. */
  readonly onSettled: (scanIds: string[]) => void;
}

/**
 * The end of a call with an undo. `settled`: the server took or refused it. `failed`: it is worth a retry;
 * `isUnreachable`: so would be the next call. `stopped`: by the signal.
 */
export type UndoEnd =
  | { readonly kind: 'settled' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: CallFailure; readonly isUnreachable: boolean };

/** Sends an undo whose scan the server has, and settles it. */
export async function sendUndo({ scanId, undo }: WaitingUndo, options: SendUndoOptions): Promise<UndoEnd> {
  const { store, transport, signal, onSettled } = options;
  const settle = async (answer: Omit<UndoSettlement, 'scanId'>): Promise<UndoEnd> => {
    await store.settleUndo({ scanId, ...answer });
    onSettled([scanId]);
    return { kind: 'settled' };
  };
  if (!undo) return settle({ error: { code: 'unreadable', message: UNDO_PROBLEMS.unreadable } });
  const outcome = await callInTime((callSignal) => transport.undo(scanId, undo, { signal: callSignal }), options);
  if (signal.aborted) return { kind: 'stopped' };
  if (outcome.ok) return settle(answerOf(outcome));
  const { failure } = outcome;
  // The server had the scan once. What it no longer knows (a restored backup, a deleted clerk) no retry brings back,
  // and later scans of the code wait for this undo.
  if (failure.kind === 'refused' && failure.code === 'not_found') {
    return settle({ error: { code: 'not_found', message: UNDO_PROBLEMS.refused } });
  }
  const action = classifyFailure(failure);
  if (action.kind === 'split') return settle({ error: { code: action.code, message: action.message } });
  return { kind: 'failed', failure: toCallFailure(action), isUnreachable: failure.kind === 'unreachable' };
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
