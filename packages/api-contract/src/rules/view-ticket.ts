import type { TicketView } from '../verdict.ts';
import type { TicketState } from './ticket-state.ts';

/** What staff are shown of a ticket. */
export function viewTicket(ticket: TicketState, entriesUsed: number = ticket.entriesUsed): TicketView {
  return {
    holder: ticket.holder,
    type: ticket.type,
    ...(ticket.note === null ? {} : { note: ticket.note }),
    entries_left: Math.max(0, ticket.entriesAllowed - entriesUsed),
    entries_allowed: ticket.entriesAllowed,
    valid_from: ticket.validFrom === null ? null : new Date(ticket.validFrom).toISOString(),
    valid_until: ticket.validUntil === null ? null : new Date(ticket.validUntil).toISOString(),
    order: ticket.order,
    ...(ticket.section === null ? {} : { section: ticket.section }),
    ...(ticket.seat === null ? {} : { seat: ticket.seat }),
  };
}
