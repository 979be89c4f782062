import { barcodeBytes } from '@scantix/api-contract';
import { decideVerdict } from '@scantix/api-contract/rules';
import type { Hono } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { Clock } from '../system/clock.ts';
import { findTicket } from '../ticket-rows/find-ticket.ts';
import { ticketState } from '../ticket-rows/ticket-state.ts';
import { HARBOUR_LIGHTS } from './demo-domains.ts';
import { renderTicketsPage, type TicketCard } from './render-tickets-page.ts';
import { SHOWCASE_TICKETS, type ShowcaseTicket } from './showcase-tickets.ts';
import { TICKETS_STYLE } from './tickets-style.ts';

/** Mounts `/demo/tickets`: tickets to print and scan, each with its current verdict. It needs no sign-in. */
export function mountTicketsPage(app: Hono<AppEnv>, { db, clock }: { db: Database; clock: Clock }): void {
  app.get('/demo/tickets.css', (context) => {
    context.header('Content-Type', 'text/css; charset=utf-8');
    context.header('Cache-Control', 'no-cache');
    return context.body(TICKETS_STYLE);
  });
  app.get('/demo/tickets', async (context, next) => {
    const domain = await db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', HARBOUR_LIGHTS.name)
      .executeTakeFirst();
    if (!domain) return next();
    const checkpoints = await loadCheckpoints(db, domain.id);
    const [checkpoint] = checkpoints.values();
    if (!checkpoint) return next();
    const judge = async (ticket: ShowcaseTicket): Promise<TicketCard> => {
      const row = await findTicket(db, { domainId: domain.id, barcode: barcodeBytes(ticket.code) });
      const now = decideVerdict({
        mode: 'check',
        at: clock.now(),
        checkpointId: checkpoint.id,
        deviceId: '',
        ticketing: 'on',
        ticket: row ? ticketState(row, checkpoints) : null,
      });
      return { ticket, now };
    };
    const cards = await Promise.all(SHOWCASE_TICKETS.map(judge));
    context.header('Cache-Control', 'no-store');
    return context.html(renderTicketsPage({ checkpoint: checkpoint.name, cards }));
  });
}
