import type { Verdict } from '@scantix/api-contract';
import type { TicketRow } from './ticket-state.ts';

/** A verdict without what it says of the ticket's holder: name, note, order and seat. */
export function withoutHolder(verdict: Verdict): Verdict {
  if (!verdict.ticket) return verdict;
  const { note: _, seat: __, ...ticket } = verdict.ticket;
  return { ...verdict, ticket: { ...ticket, holder: null, order: null } };
}

/** A ticket's row without its holder. */
export const rowWithoutHolder = (row: TicketRow): TicketRow => ({
  ...row,
  ...{ holder: null, note: null, order_name: null, seat: null },
});

/**
 * A device's verdict as it may be stored: a phone that was offline still has what was erased of the ticket since.
 * @param isErased whether the holder is erased from scans as old as this one, whatever the ticket has
 */
export function storableVerdict(
  verdict: Verdict,
  ticket: Pick<TicketRow, 'erased_at'> | undefined,
  isErased = false,
): Verdict {
  return isErased || ticket?.erased_at ? withoutHolder(verdict) : verdict;
}
