import { type searchTickets as endpoint, uuid } from '@scantix/api-contract';
import { viewTicket } from '@scantix/api-contract/rules';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { rareWords } from '../database/rare-words.ts';
import { searchFindsByWords } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import { ticketState } from '../ticket-rows/ticket-state.ts';

const PAGE_LENGTH = 50;
const position = z.tuple([uuid]);

/** Finds a page of tickets, the newest first. */
export async function searchTickets(
  { db }: { readonly db: Database },
  { clerk, body }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const words = await rareWords(db, { table: 'tickets', domainId: clerk.domainId }, body.query);
  let rows = db
    .selectFrom('tickets')
    .selectAll()
    .where('domain_id', '=', clerk.domainId)
    .where(searchFindsByWords(sql.ref('search_text'), body.query, words))
    .orderBy('id', 'desc')
    .limit(PAGE_LENGTH + 1);
  if (body.cursor) rows = rows.where('id', '<', parseCursor(position, body.cursor)[0]);
  const found = await rows.execute();
  const checkpoints = await loadCheckpoints(db, clerk.domainId);
  const items = found.slice(0, PAGE_LENGTH);
  const last = items.at(-1);
  return {
    items: items.map((row) => ({
      barcode: new TextDecoder('utf-8', { ignoreBOM: true }).decode(row.barcode),
      status: row.status,
      inside: row.inside,
      ticket: viewTicket(ticketState(row, checkpoints)),
    })),
    ...(found.length > PAGE_LENGTH && last ? { next_cursor: formatCursor([last.id]) } : {}),
  };
}
