import type { ApiOutcome } from '@scantix/api-contract';
import { CALL_TIMEOUT_MS, callInTime } from '../timing/call-in-time.ts';
import type { CommandContext, CommandOptions } from './command-context.ts';

/** Creates `acknowledgeConflict`: by the server at once, then removed from this device. */
export function createAcknowledge({ transport, clock, changes, conflicts }: CommandContext) {
  return async (id: string, { signal }: CommandOptions = {}): Promise<ApiOutcome<unknown>> => {
    const outcome = await callInTime((callSignal) => transport.acknowledgeConflict(id, { signal: callSignal }), {
      clock,
      timeoutMs: CALL_TIMEOUT_MS,
      signal: signal ?? new AbortController().signal,
    });
    if (!outcome.ok) return outcome;
    // If the storage fails here, the next refresh of the conflicts removes it.
    await conflicts.remove(id).catch(() => {});
    changes.changed([]);
    return outcome;
  };
}
