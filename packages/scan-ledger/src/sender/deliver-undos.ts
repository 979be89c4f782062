import type { ApiOutcome, UndoResult } from '@scantix/api-contract';
import { UNDO_PROBLEMS } from '../messages.ts';
import type { ScanTransport } from '../scan-ledger.ts';
import type { ScanStore, UndoSettlement } from '../scan-store.ts';
import { type CallInTimeOptions, callInTime } from './call-in-time.ts';
import { type FailureVerdict, judgeFailure } from './judge-failure.ts';

export interface DeliverUndosOptions extends CallInTimeOptions {
  readonly store: ScanStore;
  readonly transport: Pick<ScanTransport, 'undo'>;
  readonly domain: string;
  /** Hears of each scan whose undo is settled. */
  readonly onSettled: (scanIds: string[]) => void;
}

/** A new scan waits behind no more undos than these: each is a call of its own. */
const MAX_UNDOS = 5;

/** What became of the undos: how many were ready, and the first failure that may pass. */
export interface UndosDelivery {
  readonly ready: number;
  readonly failure: FailureVerdict | null;
}

/** Sends the undos whose scan the server has. One that fails blocks none of the others. */
export async function deliverUndos(options: DeliverUndosOptions): Promise<UndosDelivery> {
  const { store, transport, domain, signal, onSettled } = options;
  let failure: FailureVerdict | null = null;
  const undos = await store.waitingUndos({ domain, limit: MAX_UNDOS });
  const ready = undos.length;
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
    if (signal.aborted) return { ready, failure };
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
    const judged = judgeFailure(outcome.failure);
    if (judged.kind === 'split') await settle({ error: { code: judged.code, message: judged.message } });
    else failure ??= judged;
    // No network for one is no network for all.
    if (outcome.failure.kind === 'unreachable') break;
  }
  return { ready, failure };
}

/** Nothing of a refusal where it was taken back, by whomever. */
function answerOf({ value }: Extract<ApiOutcome<UndoResult>, { ok: true }>): Omit<UndoSettlement, 'scanId'> {
  const { status, refusal, change } = value;
  if (status !== 'refused' || refusal === 'already_undone') return change === undefined ? {} : { change };
  const code = refusal ?? 'refused';
  return { error: { code, message: UNDO_PROBLEMS[code] } };
}
