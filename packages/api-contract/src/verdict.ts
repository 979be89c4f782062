import * as z from 'zod/mini';
import { answered, label, timestamp, uuid } from './primitives.ts';
import { SCAN_MODES } from './scan-modes.ts';

/** What the clerk does: let the visitor through, read the note first, refuse, or decide without an answer. */
export const OUTCOMES = ['accepted', 'attention', 'refused', 'undecided'] as const;

/** Why a verdict has its outcome. An answer's reason that is none of these is read as `other`. */
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
  'not_permitted',
  'not_in_snapshot',
  'snapshot_stale',
  'server_unreachable',
] as const;

/** Who decided: the server, the device from its snapshot, or nobody yet. */
export const CERTAINTIES = ['server', 'device', 'pending'] as const;

/** What the clerk does with the visitor. */
export const outcome = z.enum(OUTCOMES);
/** Why, in one word; `other` for a reason that this version does not know. */
export const reason = z.enum([...REASONS, 'other']);
/** Who decided. */
export const certainty = z.enum(CERTAINTIES);
/** Schema of a scan mode. */
export const scanMode = z.enum(SCAN_MODES);

/** What the clerk does with the visitor: see {@link OUTCOMES}. */
export type Outcome = z.infer<typeof outcome>;
/** Why, in one word: see {@link REASONS}. */
export type Reason = z.infer<typeof reason>;
/** One of the certainties. */
export type Certainty = z.infer<typeof certainty>;

/** A checkpoint: where tickets are scanned. */
export const checkpoint = z.object({ id: uuid, name: label(120) });
/** A place where tickets are scanned: its id, and its name of at most 120 characters. */
export type Checkpoint = z.infer<typeof checkpoint>;

/** What a verdict shows of its ticket. */
export const ticketView = z.object({
  holder: z.nullable(z.string()),
  type: z.string(),
  note: z.optional(z.string()),
  entries_left: z.number(),
  entries_allowed: z.number(),
  valid_from: z.nullable(timestamp),
  valid_until: z.nullable(timestamp),
  order: z.nullable(z.string()),
  /** The section of the venue that it is for, such as `Balcony left`. Absent: it names none. */
  section: z.optional(z.string()),
  /** The seat that it is for, such as `Row 4, seat 12`. Absent: it names none. */
  seat: z.optional(z.string()),
});
/** What a verdict shows of its ticket. */
export type TicketView = z.infer<typeof ticketView>;

/** The scan that first used the ticket. */
export const firstUse = z.object({ scan_id: uuid, at: timestamp, clerk: z.string(), checkpoint: z.string() });
/** The scan that first used a ticket. A name that the device does not know is empty. */
export type FirstUse = z.infer<typeof firstUse>;

/** Schema of a reason in an answer. */
export const answeredReason = answered(reason.options, 'other');
/** Schema of a mode in an answer: `check` uses nothing up. */
export const answeredMode = answered(SCAN_MODES, 'check');

const verdictParts = {
  decided_at: timestamp,
  ticket: z.optional(ticketView),
  first_use: z.optional(firstUse),
  works_at: z.optional(z.array(checkpoint)),
};

/** A verdict in a request: a server that does not know a value of it refuses the scan. */
export const claimedVerdict = z.object({ outcome, reason, certainty, mode: scanMode, ...verdictParts });

/**
 * The answer to a scan: what the clerk does, why, who decided, and what is shown of the ticket. An outcome that the
 * reader does not know is `undecided`: it must let nobody in.
 */
export const verdict = z.object({
  outcome: answered(OUTCOMES, 'undecided'),
  reason: answeredReason,
  certainty: answered(CERTAINTIES, 'server'),
  mode: answeredMode,
  ...verdictParts,
});
/** The answer to a scan. */
export type Verdict = z.infer<typeof verdict>;
