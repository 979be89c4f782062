import type { Verdict } from '@scantix/api-contract';
import { type Decision, decideScan, happenedAt, type TicketState, toVerdict } from '@scantix/api-contract/rules';
import type { KnownTicket } from '../model/known-ticket.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { Tickets } from '../tickets/create-tickets.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import { withDeviceScans } from './device-scans.ts';
import { type PendingReason, pendingVerdict } from './pending-verdict.ts';

const REASONS: Partial<Record<KnownTicket['kind'], PendingReason>> = {
  'not-in-snapshot': 'not_in_snapshot',
  expired: 'snapshot_stale',
};

/**
 * Decides a scan on this device: by the shared rules, over its ticket and this device's own scans of it. Without the
 * ticket the verdict is pending, with the reason. A ticket has expired only if it had at the earliest time that the scan
 * may have.
 */
export async function decideOnDevice(
  { scan, domain }: Pick<LedgerScan, 'scan' | 'domain'>,
  {
    tickets,
    store,
    time,
  }: {
    tickets: Pick<Tickets, 'lookup'>;
    store: Pick<LogStore, 'listEffective'>;
    time: Pick<LedgerTime, 'read'>;
  },
): Promise<Verdict> {
  const at = happenedAt(scan);
  const known = await tickets.lookup(domain, scan.barcode);
  if (known.kind === 'collects') return toVerdict(decide(scan, null, at), { mode: scan.mode, at, certainty: 'device' });
  if (known.kind !== 'known') return pendingVerdict(scan.mode, at, REASONS[known.kind]);
  const ofTicket = await store.listEffective({ domain, barcode: scan.barcode });
  const ticket = withDeviceScans(known, ofTicket, scan.id);
  if (!ticket) return pendingVerdict(scan.mode, at);
  const decision = decide(scan, ticket, at);
  const { earliest, latest } = time.read();
  if (decision.reason === 'expired' && decide(scan, ticket, at - (latest - earliest)).reason !== 'expired') {
    return pendingVerdict(scan.mode, at);
  }
  return toVerdict(decision, { mode: scan.mode, at, certainty: 'device' });
}

function decide(scan: LedgerScan['scan'], ticket: TicketState | null, at: number): Decision {
  return decideScan(scan, { at, ticketing: ticket ? 'on' : 'off', ticket });
}
