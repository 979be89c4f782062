import type { ClerkDecision, Verdict } from '@scantix/api-contract';
import { LedgerError } from '../model/ledger-error.ts';
import type { CommandContext, CommandOptions } from './command-context.ts';

/** Creates `decideByClerk`: saved on this device now, sent with the scan, or again with it. */
export function createDecideByClerk({ store, changes, claim, get, watch, send }: CommandContext) {
  return async (id: string, decision: ClerkDecision, { signal }: CommandOptions = {}): Promise<Verdict> => {
    const { claimedBy, claimedAt } = await claim();
    signal?.throwIfAborted();
    const found = await get(id);
    if (!found?.verdict) throw new LedgerError('unknown-scan');
    // The record names the clerk who scanned: nobody else stood there.
    if (found.scan.claimed_by !== claimedBy) return found.verdict;
    const verdict = await watch(() => store.saveClerkDecision(id, decision, new Date(claimedAt).toISOString()));
    changes.changed([id]);
    void send();
    return verdict ?? found.verdict;
  };
}
