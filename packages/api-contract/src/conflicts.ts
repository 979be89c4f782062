import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { cursor, timestamp, uuid } from './primitives.ts';
import { scanConflict, scanRecord } from './scans.ts';

/** A conflict as a record of its own: it names both scans and changes neither. */
export const conflictRecord = z.extend(scanConflict, {
  scan_id: uuid,
  created_at: timestamp,
  scan: scanRecord,
  with_scan: z.optional(scanRecord),
});
export type ConflictRecord = z.infer<typeof conflictRecord>;

/** GET /scantix/v0/scanner/conflicts: of the clerk's domain, the newest first, keyset-paged. */
export const listConflicts = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/scanner/conflicts',
  authenticated: true,
  query: z.object({
    /** `true`: what nobody has acknowledged yet; `false`: the others. */
    open: z.optional(z.enum(['true', 'false'])),
    cursor: z.optional(cursor),
  }),
  response: z.object({ items: z.array(conflictRecord), next_cursor: z.optional(cursor) }),
});

/** POST /scantix/v0/scanner/conflicts/{id}/acknowledge: somebody has seen to it. Again: the first one stays. */
export const acknowledgeConflict = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/conflicts/{id}/acknowledge',
  authenticated: true,
  params: z.object({ id: uuid }),
  response: conflictRecord,
});
