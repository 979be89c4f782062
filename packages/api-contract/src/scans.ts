import * as z from 'zod/mini';
import { barcode, symbology } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { API_ERROR_CODES } from './errors.ts';
import { cursor, label, storableText, timestamp, uuid } from './primitives.ts';
import { checkpoint, outcome, reason, scanMode, verdict } from './verdict.ts';

export const SCAN_METHODS = ['camera', 'manual', 'image', 'hardware'] as const;
export const scanMethod = z.enum(SCAN_METHODS);
export type ScanMethod = z.infer<typeof scanMethod>;

/** How many scans one POST may carry. */
export const MAX_SCANS_PER_CALL = 200;

/** Longer than the verdict of any ticket that can be imported, in characters of JSON. */
const MAX_VERDICT_LENGTH = 131_072;

function isStorableVerdict(shown: z.infer<typeof verdict>): boolean {
  const json = JSON.stringify(shown);
  return json.length <= MAX_VERDICT_LENGTH && !json.includes('\\u0000');
}

/** One scan as a device claims it. Idempotent by `id`: the same id again gets the original verdict. */
export const scan = z.object({
  id: uuid,
  barcode,
  /** base64 of the symbol's bytes, where the engine gives them. */
  raw: z.optional(z.base64().check(z.maxLength(16384))),
  symbology,
  scan_method: scanMethod,
  mode: scanMode,
  checkpoint_id: uuid,
  claimed_at: timestamp,
  /** Server clock minus device clock, as the device measured it. */
  clock_offset_ms: z.optional(z.number()),
  /**
   * The server's time at which that offset was measured: the scan was made after it. A clock that was set back since
   * gains nothing below it.
   */
  clock_checked_at: z.optional(timestamp),
  device_id: label(128),
  /** The login name of the clerk who scanned; whoever is signed in submits. */
  claimed_by: label(120),
  /**
   * What the clerk was shown before the server answered, certainty `device`. No part of what makes a repeat the same
   * scan: a scan that was sent without may be sent again with it. The first that arrives counts.
   */
  device_verdict: z.optional(verdict.check(z.refine(isStorableVerdict, 'too long, or U+0000'))),
});
export type Scan = z.infer<typeof scan>;

/** A device let somebody in (or out) whom the server would have refused. */
export const scanConflict = z.object({
  id: uuid,
  /** The scan that used the ticket up, where there is one. */
  with_scan_id: z.optional(uuid),
  /** Why the server would have refused. */
  kind: reason,
  acknowledged_at: z.optional(timestamp),
  /** The login name of the clerk who acknowledged it. */
  acknowledged_by: z.optional(z.string()),
});
export type ScanConflict = z.infer<typeof scanConflict>;

/** The answer for one scan, matched by id, never by position. */
export const scanResult = z.object({
  id: z.string(),
  status: z.enum(['recorded', 'repeated', 'rejected']),
  verdict: z.optional(verdict),
  conflict: z.optional(scanConflict),
  /** The ticket's change number in the snapshot that the scan's effect took; left out where it changed no ticket. */
  change: z.optional(z.number()),
  error: z.optional(z.object({ code: z.enum(API_ERROR_CODES), message: z.string() })),
});
export type ScanResult = z.infer<typeof scanResult>;

/**
 * POST /scantix/v0/scanner/scans: one bad scan never fails its neighbours, so the envelope accepts anything that has
 * an id and each scan is judged by the `scan` schema on its own. A scan without a result was not recorded: send it again.
 */
export const postScans = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/scans',
  authenticated: true,
  body: z.object({
    scans: z
      .array(z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) }))
      .check(z.minLength(1), z.maxLength(MAX_SCANS_PER_CALL)),
  }),
  response: z.object({ results: z.array(scanResult) }),
});

/** That an entry or exit was taken back: the undo's id, when (server time), and the login name of who did. */
export const scanUndone = z.object({ id: uuid, at: timestamp, by: z.string() });
export type ScanUndone = z.infer<typeof scanUndone>;

/** One row of Results. */
export const scanRecord = z.object({
  id: uuid,
  barcode: z.string(),
  symbology,
  scan_method: scanMethod,
  mode: scanMode,
  checkpoint,
  claimed_at: timestamp,
  received_at: timestamp,
  claimed_by: z.string(),
  submitted_by: z.string(),
  device_id: z.string(),
  verdict,
  device_verdict: z.optional(verdict),
  conflict: z.optional(scanConflict),
  undone: z.optional(scanUndone),
});
export type ScanRecord = z.infer<typeof scanRecord>;

/** Which scans: the filters of Results, all that are given at once. */
export const scanFilters = z.object({
  outcome: z.optional(outcome),
  reason: z.optional(reason),
  mode: z.optional(scanMode),
  checkpoint_id: z.optional(uuid),
  /** The login name of the clerk who scanned. */
  clerk: z.optional(label(120)),
  device_id: z.optional(label(128)),
  /** From this time on, when it happened: the claimed time on the server's clock, never later than its receipt. */
  from: z.optional(timestamp),
  /** Before this time. */
  to: z.optional(timestamp),
  conflict: z.optional(z.enum(['open', 'acknowledged', 'any', 'none'])),
  undone: z.optional(z.enum(['true', 'false'])),
  /** Part of a barcode or a holder's name. */
  search: z.optional(z.string().check(z.maxLength(200), storableText)),
});
export type ScanFilters = z.infer<typeof scanFilters>;

/** GET /scantix/v0/scanner/scans: the newest first, of the clerk's domain, keyset-paged. */
export const listScans = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/scanner/scans',
  authenticated: true,
  query: z.extend(scanFilters, {
    /** One scan by its id. */
    id: z.optional(uuid),
    /** @default 50 */
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
    cursor: z.optional(cursor),
  }),
  response: z.object({ items: z.array(scanRecord), next_cursor: z.optional(cursor) }),
});
