import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { cursor, label, storableText, timestamp, uuid } from './primitives.ts';
import { scanRecord } from './scans.ts';
import { outcome, reason, scanMode } from './verdict.ts';

/** Which scans to list. A scan passes if it passes every given filter. */
export const scanFilters = z.object({
  outcome: z.optional(outcome),
  reason: z.optional(reason),
  mode: z.optional(scanMode),
  checkpoint_id: z.optional(uuid),
  /** The login name of the clerk who scanned. */
  clerk: z.optional(label(120)),
  device_id: z.optional(label(128)),
  /**
   * Happened at this time or later: the claimed time on the server's clock, never later than its arrival; the arrival where
   * the claim is marked.
   */
  from: z.optional(timestamp),
  /** Happened before this time. */
  to: z.optional(timestamp),
  conflict: z.optional(z.enum(['open', 'acknowledged', 'any', 'none'])),
  undone: z.optional(z.enum(['true', 'false'])),
  /** Part of a barcode or a holder's name; with one or two characters the beginning of a word of them. */
  search: z.optional(z.string().check(z.maxLength(200), storableText)),
});
/** Which scans to list. */
export type ScanFilters = z.infer<typeof scanFilters>;

/**
 * POST /scantix/v0/scanner/scans/search: the scans of the clerk's domain, the newest first, keyset-paged. The filters are in
 * the body, so that no code or name stands in a log.
 */
export const listScans = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/scans/search',
  needs: ['scan', 'supervise'],
  body: z.extend(scanFilters, {
    /** One scan by its id. */
    id: z.optional(uuid),
    /** @default 50 */
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
    cursor: z.optional(cursor),
  }),
  response: z.object({ items: z.array(scanRecord), next_cursor: z.optional(cursor) }),
});
