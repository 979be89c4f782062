import * as z from 'zod/mini';
import { barcode } from '../barcode.ts';
import { defineEndpoint } from '../endpoint.ts';
import { importOptions, importReport } from '../import.ts';
import { answered, cursor, label, storableText, timestamp } from '../primitives.ts';
import { TICKET_STATUSES } from '../tickets.ts';
import { inDomain } from './domains.ts';

/** The most barcodes of one call. */
export const MAX_BARCODES = 500;

/** A ticket with everything that is stored of it. */
export const adminTicket = z.object({
  barcode: z.string(),
  status: answered(TICKET_STATUSES, 'blocked'),
  holder: z.nullable(z.string()),
  type: z.string(),
  note: z.nullable(z.string()),
  order: z.nullable(z.string()),
  /** Absent from older servers. */
  section: z.optional(z.nullable(z.string())),
  /** Absent from older servers. */
  seat: z.optional(z.nullable(z.string())),
  valid_from: z.nullable(timestamp),
  valid_until: z.nullable(timestamp),
  /** Names of checkpoints; empty: all. */
  works_at: z.array(z.string()),
  entries_allowed: z.number(),
  entries_used: z.number(),
  /** How many of its visitors are inside: entries less exits. Below 0: the entry of who left is not known, or was undone. */
  inside: z.number(),
  /** When the holder's data was erased. */
  erased_at: z.nullable(timestamp),
});
/** A ticket with everything that is stored of it. */
export type AdminTicket = z.infer<typeof adminTicket>;

/** POST /admin/v0/domains/{domain}/tickets/import: `importTickets` for any domain. */
export const importDomainTickets = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/tickets/import',
  needs: ['manage'],
  params: inDomain,
  query: importOptions,
  response: importReport,
});

/**
 * POST /admin/v0/domains/{domain}/tickets/export: every ticket, streamed. NDJSON has the rows that an import takes; CSV is for
 * spreadsheets, and has what was used too.
 */
export const exportTickets = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/tickets/export',
  needs: ['manage'],
  params: inDomain,
  query: z.object({ format: z.enum(['csv', 'ndjson']) }),
  response: z.string(),
  read: (response) => response.text(),
});

/** POST /admin/v0/domains/{domain}/tickets/list: the newest first, keyset-paged. `query`: part of holder, order or barcode. */
export const listTickets = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/tickets/list',
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({
    query: z.optional(z.string().check(z.minLength(1), z.maxLength(200), storableText)),
    status: z.optional(z.enum(TICKET_STATUSES)),
    cursor: z.optional(cursor),
  }),
  response: z.object({ items: z.array(adminTicket), next_cursor: z.optional(cursor) }),
});

/** POST /admin/v0/domains/{domain}/tickets/show: one ticket by its barcode. */
export const showTicket = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/tickets/show',
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({ barcode }),
  response: adminTicket,
});

const barcodes = z.array(barcode).check(z.minLength(1), z.maxLength(MAX_BARCODES));

/** POST /admin/v0/domains/{domain}/tickets/cancel: cancels tickets. `not_found`: one of them does not exist; none is cancelled. */
export const cancelTickets = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/tickets/cancel',
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({ barcodes }),
  response: z.object({ cancelled: z.number(), unchanged: z.number() }),
});

/**
 * POST /admin/v0/domains/{domain}/tickets/erase: erases name, note, order and seat of everybody with this name, or of the holders of
 * these tickets. Tickets and scans stay, and devices lose it with their next download.
 */
export const eraseHolder = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/tickets/erase',
  needs: ['manage'],
  params: inDomain,
  body: z
    .strictObject({ holder: z.optional(label(500)), barcodes: z.optional(barcodes), dry_run: z.optional(z.boolean()) })
    .check(
      z.refine(
        ({ holder, barcodes: codes }) =>
          holder === undefined ? codes !== undefined : codes === undefined && holder.trim() !== '',
        'a holder or barcodes',
      ),
    ),
  response: z.object({ tickets: z.number(), scans: z.number() }),
});
