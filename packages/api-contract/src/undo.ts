import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { label, timestamp, uuid } from './primitives.ts';
import { scanUndone } from './scans.ts';

/** An undo as a device claims it. Idempotent by `id`. Clocks as in a scan. */
export const undo = z.object({
  id: uuid,
  device_id: label(128),
  claimed_at: timestamp,
  claimed_by: label(120),
  clock_offset_ms: z.optional(z.number()),
  clock_checked_at: z.optional(timestamp),
});
export type Undo = z.infer<typeof undo>;

/** Why an undo does nothing. */
export const UNDO_REFUSALS = ['no_effect', 'too_late', 'already_undone'] as const;

export const undoResult = z.object({
  /** The undo's id. */
  id: uuid,
  scan_id: uuid,
  /** `repeated`: this undo stood already. `refused`: nothing was changed. */
  status: z.enum(['recorded', 'repeated', 'refused']),
  refusal: z.optional(z.enum(UNDO_REFUSALS)),
  /** The undo that stands: this one, or with `already_undone` the one before it. */
  undone: z.optional(scanUndone),
  /** The ticket's change number in the snapshot that the undo took. */
  change: z.optional(z.number()),
});
export type UndoResult = z.infer<typeof undoResult>;

/**
 * POST /scantix/v0/scanner/scans/{id}/undo: takes an entry or exit back, as an event of its own; the ticket is then as
 * if the scan had not been, given what stands. `not_found`: the domain has no such scan (not yet, if it waits in an
 * outbox), clerk or undo of that id for this scan.
 */
export const undoScan = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/scans/{id}/undo',
  authenticated: true,
  params: z.object({ id: uuid }),
  body: undo,
  response: undoResult,
});
