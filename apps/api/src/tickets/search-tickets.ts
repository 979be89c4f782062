import { searchTickets, uuid } from '@scantix/api-contract';
import { viewTicket } from '@scantix/api-contract/rules';
import type { Hono, MiddlewareHandler } from 'hono';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import { ticketState } from './ticket-state.ts';

const PAGE_LENGTH = 50;
const position = z.tuple([uuid]);

/** POST /tickets/v0/search: the newest tickets first. */
export function mountTicketSearch(
  app: Hono<AppEnv>,
  { db, requireSession }: { db: Database; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, searchTickets, { requireSession }, async ({ clerk, body }) => {
    // Barcodes are bytes and may hold U+0000: both sides are compared in the same escaped form.
    let rows = db
      .selectFrom('tickets')
      .selectAll()
      .where('domain_id', '=', clerk.domainId)
      .where(
        sql<boolean>`(
          strpos(lower(holder), lower(${body.query}::text)) > 0
          or strpos(lower(order_name), lower(${body.query}::text)) > 0
          or strpos(lower(encode(barcode, 'escape')),
            lower(encode(convert_to(${body.query}::text, 'UTF8'), 'escape'))) > 0
        )`,
      )
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
  });
}
