import { MAX_SCANS_PER_CALL } from '@scantix/api-contract';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChainStep, LeasedScan } from '../ports/outbox-store.ts';
import { type Delivery, SEND_TIMEOUT_MS } from './create-delivery.ts';
import type { CallFailure } from './send-scans.ts';
import { type SendUndoOptions, sendUndo } from './send-undo.ts';
import { transportForDomain } from './transport-for-domain.ts';

/** Options of createSendChain. */
export interface SendChainOptions extends Pick<SendUndoOptions, 'store' | 'onSettled'> {
  readonly deliver: Delivery;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
}

/** Sends a scan after what must reach the server before it. `answered`: every step is settled. */
export type SendChain = (
  steps: readonly ChainStep[],
  call: Parameters<Delivery>[1],
) => Promise<{ readonly kind: 'answered' } | { readonly kind: 'failed'; readonly failure: CallFailure }>;

/** Creates the sender of chains: scans in a row go in one call, and the first step that fails ends it. */
export function createSendChain({ deliver, owner, clock, ...undos }: SendChainOptions): SendChain {
  return async (steps, call) => {
    const { domain, signal } = call;
    const transport = transportForDomain(domain, { transport: call.transport, owner });
    const quarantined = new Set<string>();
    for (const step of groupScans(steps)) {
      if (signal.aborted) return { kind: 'failed', failure: {} };
      if (step.kind === 'undo') {
        // It waits with its scan.
        if (quarantined.has(step.scanId)) continue;
        const end = await sendUndo(step, { ...undos, clock, timeoutMs: SEND_TIMEOUT_MS, signal, transport });
        if (end.kind !== 'settled') return { kind: 'failed', failure: end.kind === 'failed' ? end.failure : {} };
        continue;
      }
      const sent = await deliver(step.scans, call);
      if (!sent.ok) return { kind: 'failed', failure: sent.failure };
      if (sent.settlements.length < step.scans.length) return { kind: 'failed', failure: {} };
      for (const { id, sync } of sent.settlements) if (sync === 'quarantined') quarantined.add(id);
    }
    return { kind: 'answered' };
  };
}

type ScanGroup = { readonly kind: 'scans'; readonly scans: LeasedScan[] };

/** Joins scans in a row, as many as one call takes. */
function groupScans(steps: readonly ChainStep[]): (ScanGroup | Extract<ChainStep, { kind: 'undo' }>)[] {
  const groups: (ScanGroup | Extract<ChainStep, { kind: 'undo' }>)[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.kind === 'undo') groups.push(step);
    else if (last?.kind === 'scans' && last.scans.length < MAX_SCANS_PER_CALL) last.scans.push(step);
    else groups.push({ kind: 'scans', scans: [step] });
  }
  return groups;
}
