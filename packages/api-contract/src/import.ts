import * as z from 'zod/mini';
import { barcode } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { label } from './primitives.ts';
import { TICKET_STATUSES } from './tickets.ts';

/** What an import carries at most; more goes in several files. */
export const MAX_IMPORT_BYTES = 200_000_000;
export const MAX_IMPORT_ROWS = 1_000_000;
/** How many rejected rows an answer tells of; all are counted. */
export const MAX_IMPORT_ERRORS = 100;

const text = (maxLength: number) => z.optional(z.nullable(label(maxLength)));

/** ISO 8601 with a zone: `2026-11-21T20:00:00+01:00`, whatever the fraction of a second. */
const time = z.optional(
  z.nullable(
    z.iso.datetime({ offset: true }).check(
      z.refine((at) => {
        const year = new Date(at).getUTCFullYear();
        return year > 0 && year < 10_000;
      }, 'not a date'),
    ),
  ),
);

/**
 * One ticket of an import. What a row leaves out stays as it is on a ticket that exists; `null` (an empty cell) is the
 * default: `valid`, type `Ticket`, one entry, works everywhere, no holder, note, order or bounds in time.
 */
export const importRow = z
  .strictObject({
    barcode,
    status: z.optional(z.nullable(z.enum(TICKET_STATUSES))),
    holder: text(500),
    type: text(200),
    note: text(2_000),
    order: text(200),
    valid_from: time,
    valid_until: time,
    /** Names of checkpoints; one text has them separated by `|`. */
    works_at: z.optional(z.nullable(z.array(label(120)).check(z.maxLength(200)))),
    entries_allowed: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  })
  .check(
    z.refine(
      ({ valid_from, valid_until }) => !valid_from || !valid_until || Date.parse(valid_from) < Date.parse(valid_until),
      { path: ['valid_until'], error: 'not after valid_from' },
    ),
  );
export type ImportRow = z.infer<typeof importRow>;

/**
 * POST /tickets/v0/import: tickets as `text/csv` (RFC 4180 with a header line of the row's names, LF too) or
 * `application/x-ndjson`, in UTF-8, streamed. A bad row is told by its line and the good ones are kept; of two rows with
 * one barcode the first counts. The same file again changes nothing. What scans have made of a ticket is never touched.
 * The typed client sends JSON only: send the body with `fetch` and read the answer with `response`.
 */
export const importTickets = defineEndpoint({
  method: 'POST',
  path: '/tickets/v0/import',
  authenticated: true,
  response: z.object({
    read: z.number(),
    created: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    rejected: z.number(),
    errors: z.array(z.object({ line: z.number(), message: z.string() })),
  }),
});
export type ImportReport = z.infer<typeof importTickets.response>;
