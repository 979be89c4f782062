import type { Reason } from '../verdict.ts';
import type { TicketState } from './ticket-state.ts';

/** A device let through what the server would have refused. */
export interface Conflict {
  /** Why the server would have refused. */
  readonly kind: Reason;
  /** The newest other entry, where the ticket was used up: its visitor holds the other copy. */
  readonly withScanId?: string;
}

/** The conflict of a scan with the ticket as it was before. */
export function conflictOver(kind: Reason, scanId: string, ticket: TicketState | null): Conflict {
  if (kind !== 'already_used' && kind !== 'self_repeat') return { kind };
  const withScanId = ticket?.lastEntry?.scanId;
  return withScanId === undefined || withScanId === scanId ? { kind } : { kind, withScanId };
}
