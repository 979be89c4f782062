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
 * A verdict as it may be stored: with the holder only where the ticket has this one. A phone that was offline still has
 * what was erased since, of a ticket that is another visitor's by now, or of none.
 * @param isErased whether the holder is erased from scans as old as this one, whatever the ticket has
 */
export function storableVerdict(
  verdict: Verdict,
  ticket: Pick<TicketRow, 'erased_at' | 'holder'> | undefined,
  isErased = false,
): Verdict {
  const isHolder = ticket && !ticket.erased_at && ticket.holder === verdict.ticket?.holder;
  return isErased || !isHolder ? withoutHolder(verdict) : verdict;
}
