import * as z from 'zod/mini';
import { barcode } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { label } from './primitives.ts';
import { TICKET_STATUSES } from './tickets.ts';

/** The most bytes of one import; split larger files. */
export const MAX_IMPORT_BYTES = 200_000_000;
/** The most rows of one import. */
export const MAX_IMPORT_ROWS = 1_000_000;
/** The most rejected rows that an answer lists; all are counted. */
export const MAX_IMPORT_ERRORS = 100;

const text = (maxLength: number) => z.optional(z.nullable(label(maxLength)));

/** ISO 8601 with a zone, with or without a fraction of a second: `2026-11-21T20:00:00+01:00`. */
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
 * One ticket of an import. A field that is left out keeps its value on an existing ticket. `null` (an empty cell) sets
 * the default: `valid`, type `Ticket`, one entry, valid everywhere, without holder, note, order or time limits.
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
    /** Names of checkpoints; in CSV separated by `|`. */
    works_at: z.optional(z.nullable(z.array(label(120)).check(z.maxLength(200)))),
    entries_allowed: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  })
  .check(
    z.refine(
      ({ valid_from, valid_until }) => !valid_from || !valid_until || Date.parse(valid_from) < Date.parse(valid_until),
      { path: ['valid_until'], error: 'not after valid_from' },
    ),
  );
/** One ticket of an import. */
export type ImportRow = z.infer<typeof importRow>;

/**
 * POST /tickets/v0/import: tickets as `text/csv` (RFC 4180 with a header line of the row's names, LF too) or
 * `application/x-ndjson`, in UTF-8, streamed. Invalid rows are reported by line and the valid ones are imported; of two
 * rows with one barcode the first counts. Importing the same file again changes nothing. An import does not change what
 * scans did to a ticket. The typed client sends JSON only: send the body with `fetch` and parse the answer with
 * `response`.
 */
export const importTickets = defineEndpoint({
  method: 'POST',
  path: '/tickets/v0/import',
  needs: ['manage'],
  response: z.object({
    read: z.number(),
    created: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    rejected: z.number(),
    errors: z.array(z.object({ line: z.number(), message: z.string() })),
  }),
});
/** What an import did, in numbers, with the rejected rows. */
export type ImportReport = z.infer<typeof importTickets.response>;
