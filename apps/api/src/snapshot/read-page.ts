import type { Checkpoint } from '@scantix/api-contract';
import { formatDigest, type SnapshotManifest } from '@scantix/api-contract/snapshot';
import * as z from 'zod/mini';
import type { Database } from '../database/tables.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { type TicketRow, ticketState } from '../ticket-rows/ticket-state.ts';

/** The columns that a device gets. */
const TICKET_COLUMNS = [
  'ticket.id',
  'ticket.barcode',
  'ticket.status',
  'ticket.holder',
  'ticket.type',
  'ticket.note',
  'ticket.order_name',
  'ticket.valid_from',
  'ticket.valid_until',
  'ticket.works_at',
  'ticket.entries_allowed',
  'ticket.entries_used',
  'ticket.inside',
  'ticket.first_use',
  'ticket.last_entry',
  'ticket.recent_effects',
] as const;

const position = z.tuple([z.string(), z.int().check(z.nonnegative())]);

/** Formats the opaque cursor after a change. */
export function formatSnapshotCursor(snapshotId: string, change: number): string {
  return formatCursor([snapshotId, change]);
}

/** Reads a page of a domain's change feed, all rows of one instant. */
export async function readPage(
  db: Database,
  {
    domainId,
    checkpoints,
    cursor,
    maxRows,
  }: {
    domainId: string;
    checkpoints: ReadonlyMap<string, Checkpoint>;
    cursor: string | undefined;
    maxRows: number;
  },
) {
  const [ofSnapshot, after] = cursor === undefined ? ['', 0] : parseCursor(position, cursor);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const feed = await trx
        .selectFrom('ticket_feeds')
        .selectAll()
        .where('domain_id', '=', domainId)
        .executeTakeFirstOrThrow();
      const newest = Number(feed.last_change);
      // A feed behind its reader was restored from a backup, so its change numbers mean other changes.
      const fromStart = ofSnapshot !== feed.snapshot_id || after > newest || after === 0;
      const found = await trx
        .selectFrom('ticket_changes as change')
        .leftJoin('tickets as ticket', 'ticket.id', 'change.ticket_id')
        .select(TICKET_COLUMNS)
        .select(['change.key', 'change.change'])
        .where('change.domain_id', '=', domainId)
        .where('change.change', '>', fromStart ? 0 : after)
        .orderBy('change.change')
        .limit(maxRows)
        .execute();
      const last = Number(found.at(-1)?.change ?? newest);
      const manifest = {
        snapshot_id: feed.snapshot_id,
        count: Number(feed.ticket_count),
        digest: formatDigest({ keys: Number(feed.key_sum), changes: Number(feed.change_sum) }),
        cursor: formatSnapshotCursor(feed.snapshot_id, last),
        from_start: fromStart,
        snapshot_key: Buffer.from(feed.snapshot_key).toString('base64'),
        complete: last === newest,
      } satisfies Partial<SnapshotManifest>;
      const rows = found.map(({ key, change, ...ticket }) => ({
        key,
        change: Number(change),
        ticket: ticket.id === null ? null : openRow(ticket as TicketRow, checkpoints),
      }));
      return { manifest, rows };
    });
}

export type PageRow = Awaited<ReturnType<typeof readPage>>['rows'][number];

function openRow(row: TicketRow, checkpoints: ReadonlyMap<string, Checkpoint>) {
  return { barcode: row.barcode, state: ticketState(row, checkpoints) };
}
