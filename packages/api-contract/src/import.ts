import * as z from 'zod/mini';
import { barcode } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { apiErrorBody } from './errors.ts';
import { label } from './primitives.ts';
import { TICKET_STATUSES } from './tickets.ts';

/** The most bytes of one import; split larger files. A row of another system has many columns that are not read. */
export const MAX_IMPORT_BYTES = 1_000_000_000;
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
 * the default: `valid`, type `Ticket`, one entry, valid everywhere, without holder, note, order, section, seat or time limits.
 */
export const importRow = z
  .strictObject({
    barcode,
    status: z.optional(z.nullable(z.enum(TICKET_STATUSES))),
    holder: text(500),
    type: text(200),
    note: text(2_000),
    order: text(200),
    section: text(200),
    seat: text(200),
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

/** The ticket systems whose exports are read without a column mapping. */
export const IMPORT_PRESETS = ['pretix', 'hi-events', 'alfio', 'eventbrite'] as const;
/** One of the ticket systems. */
export type ImportPresetName = (typeof IMPORT_PRESETS)[number];

const yes = z.optional(z.literal('true'));

/** How a file is read, in the address of the call. */
export const importOptions = z.object({
  preset: z.optional(z.enum(IMPORT_PRESETS)),
  /** `field=Column`, separated by commas; in quotes with a comma in it: `barcode=Code,holder="Name, first"`. */
  map: z.optional(label(4_000)),
  /** @default the one that separates the header line */
  delimiter: z.optional(z.enum([',', ';', '|', 'tab'])),
  /** The venue's, as in `Europe/Berlin`, for times without a zone. */
  time_zone: z.optional(label(64)),
  /** Of dates such as `03/04/2026`: the day or the month first. */
  date_order: z.optional(z.enum(['dmy', 'mdy'])),
  /** Counts what would change and writes nothing. */
  dry_run: yes,
  /** Cancels the valid tickets that the file does not have. */
  cancel_missing: yes,
  /** Lets the import end the validity of many tickets. */
  allow_cancellations: yes,
  /** The name of the file, for the audit log. */
  file: z.optional(label(255)),
});
/** How a file is read. */
export type ImportOptions = z.infer<typeof importOptions>;

const lineMessage = z.object({ line: z.number(), message: z.string() });

/** What an import did, or in a dry run would do. */
export const importReport = z.object({
  read: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  /** How many of the changed ones are no longer valid. */
  cancelled: z.number(),
  /** How many rows name a holder whose data was erased; that stays erased. */
  erased: z.number(),
  errors: z.array(lineMessage),
  /** What looks damaged. Line 0: the whole file. */
  warnings: z.array(lineMessage),
  ignored_columns: z.array(z.string()),
  dry_run: z.boolean(),
});
/** What an import did, in numbers, with the rejected rows. */
export type ImportReport = z.infer<typeof importReport>;

/**
 * POST /tickets/v0/import: tickets as `text/csv` (RFC 4180 with a header line, LF or CR alone too) or `application/x-ndjson`, in UTF-8
 * or UTF-16 with a byte order mark, streamed. Without a preset or a mapping the header has the row's names. Invalid rows
 * are reported by line and the valid ones are imported; of two rows with one barcode the first counts. Importing the same
 * file again changes nothing. An import does not change what scans did to a ticket, nor tickets that the file does not have.
 * One import of a domain runs at a time. The typed client sends JSON only: send the body with `fetch` and parse the answer
 * with `response`. A caller that accepts `application/x-ndjson` gets lines of `importProgress` instead.
 */
export const importTickets = defineEndpoint({
  method: 'POST',
  path: '/tickets/v0/import',
  needs: ['manage'],
  query: importOptions,
  response: importReport,
});

/** A line of an import's progress; the last one has the report or the failure. */
export const importProgress = z.union([
  z.object({ read: z.number() }),
  z.object({ report: importReport }),
  z.object({ failure: apiErrorBody }),
]);
/** A line of an import's progress. */
export type ImportProgress = z.infer<typeof importProgress>;
