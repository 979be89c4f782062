import { createHash } from 'node:crypto';
import type { Checkpoint } from '@scantix/api-contract';
import type { TicketState } from '@scantix/api-contract/rules';
import { type Selectable, sql } from 'kysely';
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

/**
 * The tickets with these barcodes, in the order asked, their rows locked until the transaction ends: in the order of
 * their hashes, so that nobody waits for somebody who waits for them.
 */
export async function lockTickets(
  trx: Database,
  { domainId, barcodes }: { domainId: string; barcodes: readonly Uint8Array[] },
): Promise<(TicketRow | undefined)[]> {
  const hashes = barcodes.map(barcodeHash);
  const rows = await trx
    .selectFrom('tickets')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('barcode_hash', 'in', hashes)
    .orderBy('barcode_hash')
    .forUpdate()
    .execute();
  const byHash = new Map(rows.map((row) => [toKey(row.barcode_hash), row]));
  return hashes.map((hash) => byHash.get(toKey(hash)));
}

function toKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
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
function usage(state: TicketState) {
  return {
    entries_used: state.entriesUsed,
    inside: state.inside,
    first_use: state.firstUse,
    last_entry: state.lastEntry,
    recent_effects: state.recentEffects,
  };
}

/** Writes what a scan or an undo has made of a ticket and gives the change number that it took. */
export async function saveUsage(
  trx: Database,
  { id, domain_id }: Pick<TicketRow, 'id' | 'domain_id'>,
  { state, at }: { state: TicketState; at: number },
): Promise<number> {
  const changes = await saveUsages(trx, { domainId: domain_id, used: [{ id, state }], at });
  const change = changes.get(id);
  if (change === undefined) throw new Error('A ticket changed and is not in the feed');
  return change;
}

/**
 * Writes what scans have made of tickets and gives the change number that each took. The last statement of a
 * transaction where possible: from here to the commit no other ticket of the domain can change.
 */
export async function saveUsages(
  trx: Database,
  { domainId, used, at }: { domainId: string; used: readonly { id: string; state: TicketState }[]; at: number },
): Promise<Map<string, number>> {
  if (used.length === 0) return new Map();
  const usages = used.map(({ id, state }) => ({ id, ...usage(state) }));
  await sql`
    update tickets set entries_used = used.entries_used, inside = used.inside, first_use = used.first_use,
      last_entry = used.last_entry, recent_effects = used.recent_effects, updated_at = ${new Date(at)}
    from jsonb_to_recordset(${JSON.stringify(usages)}::jsonb) as used (
      id uuid, entries_used integer, inside boolean, first_use jsonb, last_entry jsonb, recent_effects jsonb
    )
    where tickets.id = used.id`.execute(trx);
  // The feed is locked since the update: its newest changes are these.
  const changes = await trx
    .selectFrom('ticket_changes as changed')
    .innerJoin('ticket_feeds as feed', 'feed.domain_id', 'changed.domain_id')
    .select(['changed.ticket_id', 'changed.change'])
    .where('feed.domain_id', '=', domainId)
    .where(({ eb, ref }) => eb('changed.change', '>', eb(ref('feed.last_change'), '-', String(used.length))))
    .execute();
  return new Map(changes.map(({ ticket_id, change }) => [ticket_id ?? '', Number(change)]));
}
