import { createHash } from 'node:crypto';
import type { Checkpoint } from '@scantix/api-contract';
import type { TicketState } from '@scantix/api-contract/rules';
import type { Selectable } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';

export type TicketRow = Selectable<Tables['tickets']>;

/** How a barcode is found in an index. */
export function barcodeHash(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** The ticket with this barcode, its row locked until the transaction ends where `lock` is set. */
export function findTicket(
  db: Database,
  { domainId, barcode, lock = false }: { domainId: string; barcode: Uint8Array; lock?: boolean },
): Promise<TicketRow | undefined> {
  const query = db
    .selectFrom('tickets')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('barcode_hash', '=', barcodeHash(barcode));
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** What the rules need of a ticket's row. */
export function ticketState(
  row: Omit<TicketRow, 'barcode_hash' | 'updated_at'>,
  checkpoints: ReadonlyMap<string, Checkpoint>,
): TicketState {
  return {
    status: row.status,
    holder: row.holder,
    type: row.type,
    note: row.note,
    order: row.order_name,
    validFrom: row.valid_from?.getTime() ?? null,
    validUntil: row.valid_until?.getTime() ?? null,
    // A checkpoint that is gone still restricts the ticket to the others.
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
    first_use: state.firstUse ? JSON.stringify(state.firstUse) : null,
    last_entry: state.lastEntry ? JSON.stringify(state.lastEntry) : null,
    recent_effects: JSON.stringify(state.recentEffects),
  };
}

/**
 * Writes what scans have made of a ticket and gives the change number that it took. The last statement of a
 * transaction where possible: from here to the commit no other ticket of the domain can change.
 */
export async function saveUsage(
  trx: Database,
  { id, domain_id }: Pick<TicketRow, 'id' | 'domain_id'>,
  { state, at }: { state: TicketState; at: number },
): Promise<number> {
  await trx
    .updateTable('tickets')
    .set({ ...usageColumns(state), updated_at: new Date(at) })
    .where('id', '=', id)
    .execute();
  const { last_change } = await trx
    .selectFrom('ticket_feeds')
    .select('last_change')
    .where('domain_id', '=', domain_id)
    .executeTakeFirstOrThrow();
  return Number(last_change);
}
