import { barcodeBytes, type TicketStatus, uuid } from '@scantix/api-contract';
import type { AdminTicket } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import { searchFinds } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { Clock } from '../system/clock.ts';
import { findTicket, lockTickets } from '../ticket-rows/find-ticket.ts';
import type { TicketRow } from '../ticket-rows/ticket-state.ts';
import { type Erasure, type ErasureCounts, eraseHolder } from './erase-holder.ts';
import { prepareBatch, writeBatch } from './import-batch.ts';

export interface AdminTicketsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Who does it, for the audit log. */
export type By = Pick<AuditEvent, 'actor' | 'address'>;

const PAGE_LENGTH = 100;
const position = z.tuple([uuid]);

/** A ticket's row as the administration shows it. @param checkpoints names by id */
export function adminTicket(
  row: Omit<TicketRow, 'barcode_hash'>,
  checkpoints: ReadonlyMap<string, { name: string }>,
): AdminTicket {
  return {
    barcode: new TextDecoder('utf-8', { ignoreBOM: true }).decode(row.barcode),
    status: row.status,
    holder: row.holder,
    type: row.type,
    note: row.note,
    order: row.order_name,
    section: row.section,
    seat: row.seat,
    valid_from: row.valid_from?.toISOString() ?? null,
    valid_until: row.valid_until?.toISOString() ?? null,
    works_at: row.works_at.map((id) => checkpoints.get(id)?.name ?? id),
    entries_allowed: row.entries_allowed,
    entries_used: row.entries_used,
    inside: row.inside,
    erased_at: row.erased_at?.toISOString() ?? null,
  };
}

/** Lists a page of tickets, the newest first. */
export async function listTickets(
  { db }: AdminTicketsParts,
  domainId: string,
  {
    query,
    status,
    cursor,
  }: { query?: string | undefined; status?: TicketStatus | undefined; cursor?: string | undefined },
) {
  let rows = db.selectFrom('tickets').selectAll().where('domain_id', '=', domainId).orderBy('id', 'desc');
  if (query) rows = rows.where(searchFinds(sql.ref('search_text'), query));
  if (status) rows = rows.where('status', '=', status);
  if (cursor) rows = rows.where('id', '<', parseCursor(position, cursor)[0]);
  const found = await rows.limit(PAGE_LENGTH + 1).execute();
  const checkpoints = await loadCheckpoints(db, domainId);
  const page = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? page.at(-1) : undefined;
  const items = page.map((row) => adminTicket(row, checkpoints));
  return { items, ...(last ? { next_cursor: formatCursor([last.id]) } : {}) };
}

/** Reads one ticket. @throws ApiError `not_found` */
export async function showTicket({ db }: AdminTicketsParts, domainId: string, barcode: string): Promise<AdminTicket> {
  const row = await findTicket(db, { domainId, barcode: barcodeBytes(barcode) });
  if (!row) throw new ApiError('not_found', 'There is no ticket with this barcode');
  return adminTicket(row, await loadCheckpoints(db, domainId));
}

/** Cancels tickets, all or none. @throws ApiError `not_found` */
export function cancelTickets(
  { db, clock, newId }: AdminTicketsParts,
  domainId: string,
  barcodes: readonly string[],
  by: By,
) {
  const codes = [...new Set(barcodes)];
  return db.transaction().execute(async (trx) => {
    const rows = await lockTickets(trx, { domainId, barcodes: codes.map(barcodeBytes) });
    if (rows.includes(undefined)) throw new ApiError('not_found', 'There is no ticket with one of these barcodes');
    const importer = { db: trx, clock, newId, domainId };
    const cancelled = codes.map((barcode) => ({ barcode, status: 'cancelled' as const }));
    const { changed, unchanged } = await writeBatch(importer, prepareBatch(newId, cancelled), {
      dryRun: false,
      mayRevoke: true,
    });
    await recordAudit(trx, { action: 'tickets.cancelled', domainId, ...by, detail: { cancelled: changed } });
    return { cancelled: changed, unchanged };
  });
}

/**
 * Erases the data of ticket holders with two lines in the audit log: that it begins, since its parts are stored one by one and a
 * process may be killed, and that it is done. They have the numbers and not the name. A dry run has none.
 */
export async function eraseAudited({ db, clock }: AdminTicketsParts, erasure: Erasure, by: By): Promise<ErasureCounts> {
  const { domainId } = erasure;
  const record = (trx: Database, detail: AuditEvent['detail']) =>
    recordAudit(trx, { action: 'holder.erased', domainId, ...by, detail });
  if (!erasure.dryRun) await record(db, { state: 'begun' });
  return eraseHolder(db, {
    ...erasure,
    at: new Date(clock.now()),
    finish: (trx, counts) => record(trx, { state: 'done', ...counts }),
  });
}
