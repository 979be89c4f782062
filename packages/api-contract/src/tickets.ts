import * as z from 'zod/mini';
import { barcode } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { answered, cursor, storableText, uuid } from './primitives.ts';
import { scanRecord } from './scans.ts';
import { ticketView, verdict } from './verdict.ts';

/** The most scans in the history of a code. */
export const MAX_HISTORY_SCANS = 20;

/**
 * POST /tickets/v0/lookup: reads one code and changes nothing. The barcode is in the body, so that it is in no log or
 * browser history. `verdict` is what a check at this checkpoint gives now, or with `mode` what an exit would; `history` has
 * the newest scans first.
 */
export const lookupTicket = defineEndpoint({
  method: 'POST',
  path: '/tickets/v0/lookup',
  needs: ['scan', 'supervise'],
  body: z.object({ barcode, checkpoint_id: uuid, mode: z.optional(z.enum(['check', 'exit'])) }),
  response: z.object({ ticket: z.nullable(ticketView), verdict, history: z.array(scanRecord) }),
});

/** What a ticket can be. Only `valid` tickets are accepted. */
export const TICKET_STATUSES = ['valid', 'cancelled', 'blocked', 'unpaid'] as const;
/** One of the ticket statuses. */
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** A ticket as a search finds it. */
export const ticketSummary = z.object({
  barcode: z.string(),
  status: answered(TICKET_STATUSES, 'blocked'),
  /** How many of its visitors are inside: entries less exits. Below 0: the entry of who left is not known, or was undone. */
  inside: z.number(),
  ticket: ticketView,
});
/** A ticket as a search finds it. */
export type TicketSummary = z.infer<typeof ticketSummary>;

/**
 * POST /tickets/v0/search: tickets of the clerk's domain by part of the holder, the order or the barcode, upper and
 * lower case alike; by one or two characters, where a word begins with them. Keyset-paged.
 */
export const searchTickets = defineEndpoint({
  method: 'POST',
  path: '/tickets/v0/search',
  needs: ['supervise', 'search'],
  body: z.object({
    query: z.string().check(z.minLength(1), z.maxLength(200), storableText),
    cursor: z.optional(cursor),
  }),
  response: z.object({ items: z.array(ticketSummary), next_cursor: z.optional(cursor) }),
});
