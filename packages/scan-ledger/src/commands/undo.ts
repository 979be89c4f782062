import type { ApiOutcome, Undo, UndoResult } from '@scantix/api-contract';
import { LedgerError } from '../model/ledger-error.ts';
import type { UndoOutcome } from '../model/ledger-undo.ts';
import { makeEvent } from '../model/make-events.ts';
import { CALL_TIMEOUT_MS, callInTime } from '../timing/call-in-time.ts';
import type { CommandContext, CommandOptions } from './command-context.ts';

/** Creates `undo`: saved on this device now, sent when the server can be reached. */
export function createUndo({ store, changes, claim, get, watch, send }: CommandContext) {
  return async (scanId: string, { signal }: CommandOptions = {}): Promise<UndoOutcome> => {
    const made = await claim();
    signal?.throwIfAborted();
    const found = await get(scanId);
    if (!found) throw new LedgerError('unknown-scan');
    const event = makeEvent(made);
    // The window is time that passed, and the wall clock may have been set in between.
    const offsetMs = event.clock_offset_ms ?? 0;
    const sinceMs = correctedTime(event, offsetMs) - correctedTime(found.scan, offsetMs);
    const undo = await watch(() => store.addUndo(scanId, event, Date.parse(found.scan.claimed_at) + sinceMs));
    if (!undo) return { ok: false, reason: 'nothing-to-undo' };
    // Other tabs make their ids after this one too.
    changes.changed([scanId, event.id]);
    void send();
    return { ok: true, undo };
  };
}

/** Creates `undoElsewhere`: the server undoes a scan of another device at once. */
export function createUndoElsewhere({ transport, clock, claim }: CommandContext) {
  return async (scanId: string, { signal }: CommandOptions = {}): Promise<ApiOutcome<UndoResult>> => {
    const event = makeEvent(await claim());
    return callInTime((callSignal) => transport.undo(scanId, event, { signal: callSignal }), {
      clock,
      timeoutMs: CALL_TIMEOUT_MS,
      signal: signal ?? new AbortController().signal,
    });
  };
}

/**
 * The rules have `happenedAt`, and load later.
 * @param offsetMs of a scan that was made before anything was measured: that of now
 */
function correctedTime(made: Pick<Undo, 'claimed_at' | 'clock_offset_ms'>, offsetMs: number): number {
  return Date.parse(made.claimed_at) + (made.clock_offset_ms ?? offsetMs);
}
