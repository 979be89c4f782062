import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { cursor, timestamp, uuid } from './primitives.ts';
import { scanConflict, scanRecord } from './scans.ts';

/** A conflict with both of its scans. It changes neither. */
export const conflictRecord = z.extend(scanConflict, {
  scan_id: uuid,
  created_at: timestamp,
  scan: scanRecord,
  with_scan: z.optional(scanRecord),
});
/** A conflict with both of its scans. */
export type ConflictRecord = z.infer<typeof conflictRecord>;

/**
 * GET /scantix/v0/scanner/conflicts: the conflicts of the clerk's domain, the newest first, keyset-paged.
 */
export const listConflicts = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/scanner/conflicts',
  needs: ['scan', 'supervise'],
  query: z.object({
    /** `true`: conflicts that nobody has acknowledged; `false`: the others. */
    open: z.optional(z.enum(['true', 'false'])),
    cursor: z.optional(cursor),
  }),
  response: z.object({ items: z.array(conflictRecord), next_cursor: z.optional(cursor) }),
});

/** POST /scantix/v0/scanner/conflicts/{id}/acknowledge: marks a conflict as settled. A repeat keeps the first mark. */
export const acknowledgeConflict = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/conflicts/{id}/acknowledge',
  needs: ['supervise'],
  params: z.object({ id: uuid }),
  response: conflictRecord,
});
