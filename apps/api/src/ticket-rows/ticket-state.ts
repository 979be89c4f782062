import type { Checkpoint } from '@scantix/api-contract';
import type { TicketState } from '@scantix/api-contract/rules';
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';

export type TicketRow = Selectable<Tables['tickets']>;

/** A ticket's row as the rules take it. */
export function ticketState(
  row: Omit<TicketRow, 'barcode_hash' | 'updated_at' | 'erased_at'>,
  checkpoints: ReadonlyMap<string, Checkpoint>,
): TicketState {
  return {
    status: row.status,
    holder: row.holder,
    type: row.type,
    note: row.note,
    order: row.order_name,
    section: row.section,
    seat: row.seat,
    validFrom: row.valid_from?.getTime() ?? null,
    validUntil: row.valid_until?.getTime() ?? null,
    // A deleted checkpoint still restricts the ticket to the others.
    worksAt: row.works_at.map((id) => checkpoints.get(id) ?? { id, name: 'Closed checkpoint' }),
    entriesAllowed: row.entries_allowed,
    entriesUsed: row.entries_used,
    inside: row.inside,
    firstUse: row.first_use,
    lastEntry: row.last_entry,
    recentEffects: row.recent_effects,
  };
}

/** The columns that scans change. */
export function usageColumns(state: TicketState) {
  return {
    entries_used: state.entriesUsed,
    inside: state.inside,
    first_use: state.firstUse,
    last_entry: state.lastEntry,
    recent_effects: state.recentEffects,
  };
}
