import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { answered, anyUuid, label, timestamp, uuid } from './primitives.ts';
import { scanUndone } from './scans.ts';

/** An undo as a device claims it. Idempotent by `id`. Its clock fields are those of a scan. */
export const undo = z.object({
  id: uuid,
  device_id: label(128),
  claimed_at: timestamp,
  claimed_by: label(120),
  claimed_by_id: z.optional(anyUuid),
  clock_offset_ms: z.optional(z.number()),
  clock_checked_at: z.optional(timestamp),
  /** Whether the server had answered for it before: it may have lost the undo since. */
  offered_again: z.optional(z.boolean()),
});
/** An undo as a device claims it. */
export type Undo = z.infer<typeof undo>;

/** Why an undo does nothing. */
export const UNDO_REFUSALS = ['no_effect', 'too_late', 'already_undone', 'not_permitted'] as const;

/** The answer to an undo. */
export const undoResult = z.object({
  /** The undo's id. */
  id: uuid,
  scan_id: uuid,
  /** `repeated`: this undo was recorded before. `refused`: nothing has changed. */
  status: answered(['recorded', 'repeated', 'refused'], 'refused'),
  refusal: z.optional(answered(UNDO_REFUSALS, 'no_effect')),
  /** The recorded undo: this one, or with `already_undone` an earlier one. */
  undone: z.optional(scanUndone),
  /** The ticket's change number in the snapshot after the recorded undo. */
  change: z.optional(z.number()),
  /** The receipt number of the undo, counted for each device; absent from older servers. */
  receipt: z.optional(z.number()),
});
/** The answer to an undo. */
export type UndoResult = z.infer<typeof undoResult>;

/**
 * POST /scantix/v0/scanner/scans/{id}/undo: takes an entry or exit back. The scan stays recorded; the ticket is then as
 * its remaining scans make it. `not_found`: the domain has no such clerk or scan (it may still be in an outbox).
 */
export const undoScan = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/scans/{id}/undo',
  needs: 'session',
  params: z.object({ id: uuid }),
  body: undo,
  response: undoResult,
});
