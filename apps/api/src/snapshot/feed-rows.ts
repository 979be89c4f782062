import type { Checkpoint } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type TicketRow, ticketState } from '../ticket-rows/ticket-state.ts';
import type { RowToSeal } from './seal-lines.ts';

/** One row of a domain's change feed, without its ticket. */
export interface FeedRow {
  readonly key: Uint8Array;
  readonly change: number;
  /** `null`: the ticket was removed. */
  readonly ticketId: string | null;
  /** The transaction that wrote the row. With the change number it names one state, also after a dump was restored. */
  readonly writtenBy: string;
}

/** The columns that a device gets. */
const TICKET_COLUMNS = [
  'id',
  'domain_id',
  'barcode',
  'status',
  'holder',
  'type',
  'note',
  'order_name',
  'section',
  'seat',
  'valid_from',
  'valid_until',
  'works_at',
  'entries_allowed',
  'entries_used',
  'inside',
  'first_use',
  'last_entry',
  'recent_effects',
  'search_text',
] as const;

/** Reads the rows after a change, in the order of their changes. */
export async function readFeedRows(
  db: Database,
  { domainId, after, upTo, limit }: { domainId: string; after: number; upTo?: number; limit: number },
): Promise<FeedRow[]> {
  const rows = await db
    .selectFrom('ticket_changes')
    .select(['key', 'change', 'ticket_id', sql<string>`xmin::text`.as('written_by')])
    .where('domain_id', '=', domainId)
    .where('change', '>', after)
    .$if(upTo !== undefined, (query) => query.where('change', '<=', upTo ?? 0))
    .orderBy('change')
    .limit(limit)
    .execute();
  return rows.map(({ key, change, ticket_id, written_by }) => ({
    ...{ key, change: Number(change), ticketId: ticket_id, writtenBy: written_by },
  }));
}

/**
 * Reads the tickets of feed rows. Both must be read in one transaction that sees one instant. It looks for each id by itself:
 * for a list of them a planner that takes the domain for small reads all of its tickets.
 */
export async function readRowsToSeal(
  db: Database,
  { domainId, rows }: { domainId: string; rows: readonly FeedRow[] },
  checkpoints: ReadonlyMap<string, Checkpoint>,
): Promise<RowToSeal[]> {
  const ids = rows.flatMap(({ ticketId }) => ticketId ?? []);
  const { rows: tickets } = await sql<Pick<TicketRow, (typeof TICKET_COLUMNS)[number]>>`
    select found.* from unnest(${ids}::uuid[]) as asked (id)
    cross join lateral (
      select ${sql.join(TICKET_COLUMNS.map((name) => sql.ref(name)))} from tickets
      where domain_id = ${domainId}::uuid and tickets.id = asked.id
      limit 1
    ) as found`.execute(db);
  const byId = new Map(tickets.map((each) => [each.id, each]));
  return rows.map(({ key, change, ticketId }) => {
    const ticket = ticketId === null ? undefined : byId.get(ticketId);
    const wireKey = Buffer.from(key).toString('base64');
    if (!ticket) return { key: wireKey, change, ticket: null };
    const barcode = Buffer.from(ticket.barcode).toString('base64');
    return { key: wireKey, change, ticket: { barcode, state: ticketState(ticket, checkpoints) } };
  });
}
