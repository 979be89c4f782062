import type { Verdict } from '@scantix/api-contract';
import { decideVerdict, type TicketState } from '@scantix/api-contract/rules';
import type { LedgerScan } from '../scan-ledger.ts';
import type { ScanStore } from '../scan-store.ts';
import type { KnownTicket, Tickets } from '../snapshot/create-tickets.ts';
import { serverTimeOf, withOwnScans } from './own-scans.ts';
import { type PendingReason, pendingVerdict } from './pending-verdict.ts';

const REASONS: Partial<Record<KnownTicket['kind'], PendingReason>> = {
  'not-in-snapshot': 'not_in_snapshot',
  expired: 'snapshot_stale',
};

/**
 * What this device can say of a scan: the shared rules over its ticket, with what this device itself did to it. Where
 * it does not know the ticket it does not guess: the verdict is pending, and says why.
 */
export async function decideOnDevice(
  { scan, domain }: Pick<LedgerScan, 'scan' | 'domain'>,
  { tickets, store }: { tickets: Pick<Tickets, 'look'>; store: Pick<ScanStore, 'listEffective'> },
): Promise<Verdict> {
  const at = serverTimeOf(scan);
  const known = await tickets.look(domain, scan.barcode);
  if (known.kind === 'collects') return deviceVerdict(scan, null, at);
  if (known.kind !== 'known') return pendingVerdict(scan.mode, at, REASONS[known.kind]);
  const own = await store.listEffective({ domain, barcode: scan.barcode });
  const others = own.filter((other) => other.scan.id !== scan.id);
  const ticket = withOwnScans(known, others);
  return ticket ? deviceVerdict(scan, ticket, at) : pendingVerdict(scan.mode, at);
}

function deviceVerdict(scan: LedgerScan['scan'], ticket: TicketState | null, at: number): Verdict {
  const decision = decideVerdict({
    mode: scan.mode,
    at,
    checkpointId: scan.checkpoint_id,
    deviceId: scan.device_id,
    ticketing: ticket ? 'on' : 'off',
    ticket,
  });
  const { outcome, reason, firstUse, worksAt } = decision;
  return {
    outcome,
    reason,
    certainty: 'device',
    mode: scan.mode,
    decided_at: new Date(at).toISOString(),
    ...(decision.ticket ? { ticket: decision.ticket } : {}),
    ...(firstUse ? { first_use: firstUse } : {}),
    ...(worksAt ? { works_at: [...worksAt] } : {}),
  };
}
