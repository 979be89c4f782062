import * as z from 'zod/mini';
import { label, timestamp, uuid } from './primitives.ts';
import { SCAN_MODES } from './scan-modes.ts';

/** What the clerk is told to do. */
export const OUTCOMES = ['accepted', 'attention', 'refused', 'undecided'] as const;

/** Why. */
export const REASONS = [
  'ok',
  'needs_attention',
  'self_repeat',
  'already_used',
  'unknown_code',
  'cancelled',
  'blocked',
  'unpaid',
  'not_yet_valid',
  'expired',
  'wrong_checkpoint',
  'exit_without_entry',
  'not_in_snapshot',
  'snapshot_stale',
  'server_unreachable',
] as const;

/** Who decided: the server, this device from its snapshot, or nobody yet. */
export const CERTAINTIES = ['server', 'device', 'pending'] as const;

export const outcome = z.enum(OUTCOMES);
export const reason = z.enum(REASONS);
export const certainty = z.enum(CERTAINTIES);
export const scanMode = z.enum(SCAN_MODES);

export type Outcome = z.infer<typeof outcome>;
export type Reason = z.infer<typeof reason>;
export type Certainty = z.infer<typeof certainty>;

/** A place where tickets are scanned. */
export const checkpoint = z.object({ id: uuid, name: label(120) });
export type Checkpoint = z.infer<typeof checkpoint>;

/** What a verdict shows of its ticket, and no more. */
export const ticketView = z.object({
  holder: z.nullable(z.string()),
  type: z.string(),
  note: z.optional(z.string()),
  entries_left: z.number(),
  entries_allowed: z.number(),
  valid_from: z.nullable(timestamp),
  valid_until: z.nullable(timestamp),
  order: z.nullable(z.string()),
});
export type TicketView = z.infer<typeof ticketView>;

/** The accepted scan that used the ticket up. */
export const firstUse = z.object({ scan_id: uuid, at: timestamp, clerk: z.string(), checkpoint: z.string() });
export type FirstUse = z.infer<typeof firstUse>;

export const verdict = z.object({
  outcome,
  reason,
  certainty,
  mode: scanMode,
  decided_at: timestamp,
  ticket: z.optional(ticketView),
  first_use: z.optional(firstUse),
  works_at: z.optional(z.array(checkpoint)),
});
export type Verdict = z.infer<typeof verdict>;
