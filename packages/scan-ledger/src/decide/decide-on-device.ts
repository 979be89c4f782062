import type { Verdict } from '@scantix/api-contract';
import { decideScan, happenedAt, type TicketState, toVerdict } from '@scantix/api-contract/rules';
import type { KnownTicket } from '../model/known-ticket.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { Tickets } from '../tickets/create-tickets.ts';
import { withDeviceScans } from './device-scans.ts';
import { type PendingReason, pendingVerdict } from './pending-verdict.ts';

const REASONS: Partial<Record<KnownTicket['kind'], PendingReason>> = {
  'not-in-snapshot': 'not_in_snapshot',
  expired: 'snapshot_stale',
};

/**
 * Decides a scan on this device: by the shared rules, over its ticket and this device's own scans of it. Without the
 * ticket the verdict is pending, with the reason.
 */
export async function decideOnDevice(
  { scan, domain }: Pick<LedgerScan, 'scan' | 'domain'>,
  { tickets, store }: { tickets: Pick<Tickets, 'lookup'>; store: Pick<LogStore, 'listEffective'> },
): Promise<Verdict> {
  const at = happenedAt(scan);
  const known = await tickets.lookup(domain, scan.barcode);
  if (known.kind === 'collects') return deviceVerdict(scan, null, at);
  if (known.kind !== 'known') return pendingVerdict(scan.mode, at, REASONS[known.kind]);
  const ofTicket = await store.listEffective({ domain, barcode: scan.barcode });
  const others = ofTicket.filter((other) => other.scan.id !== scan.id);
  const ticket = withDeviceScans(known, others);
  return ticket ? deviceVerdict(scan, ticket, at) : pendingVerdict(scan.mode, at);
}

function deviceVerdict(scan: LedgerScan['scan'], ticket: TicketState | null, at: number): Verdict {
  const decision = decideScan(scan, { at, ticketing: ticket ? 'on' : 'off', ticket });
  return toVerdict(decision, { mode: scan.mode, at, certainty: 'device' });
}
