import { searchTickets, uuid } from '@scantix/api-contract';
import { viewTicket } from '@scantix/api-contract/rules';
import type { Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import { searchPattern } from '../search-text.ts';
import { ticketState } from './ticket-state.ts';

const PAGE_LENGTH = 50;
const position = z.tuple([uuid]);

/** POST /tickets/v0/search: the newest tickets first. */
export function mountTicketSearch(
  app: Hono<AppEnv>,
  { db, requireSession }: { db: Database; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, searchTickets, { requireSession }, async ({ clerk, body }) => {
    let rows = db
      .selectFrom('tickets')
      .selectAll()
      .where('domain_id', '=', clerk.domainId)
      .where('search_text', 'like', searchPattern(body.query))
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
