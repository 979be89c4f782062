import type { TicketStatus } from '../tickets.ts';
import type { Checkpoint, FirstUse } from '../verdict.ts';

/** What a scan can do to a ticket. */
export const EFFECT_KINDS = ['enter', 'leave'] as const;

/** `enter`: a visitor came in and used an entry. `leave`: a visitor went out. */
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** Everything the rules know of a ticket: the server reads it from its tables, a device from its snapshot. */
export interface TicketState {
  readonly status: TicketStatus;
  readonly holder: string | null;
  readonly type: string;
  /** A note for staff: it turns `accepted` into `attention`. */
  readonly note: string | null;
  readonly order: string | null;
  /** The section of the venue that it is for. */
  readonly section: string | null;
  /** The seat that it is for. */
  readonly seat: string | null;
  /** Epoch milliseconds; `null` is open. */
  readonly validFrom: number | null;
  /** Epoch milliseconds, exclusive; `null` is open. */
  readonly validUntil: number | null;
  /** The checkpoints where the ticket is valid; empty: all of them. */
  readonly worksAt: readonly Checkpoint[];
  /** How often it admits somebody in all. */
  readonly entriesAllowed: number;
  /** How many of them are used; leaving gives none back. */
  readonly entriesUsed: number;
  /**
   * How many of its visitors are inside the venue: entries less exits. Below 0 where the entry of somebody who left is
   * not known, or was undone.
   */
  readonly inside: number;
  /** The earliest entry. */
  readonly firstUse: FirstUse | null;
  /** The newest entry. */
  readonly lastEntry: {
    readonly scanId: string;
    readonly at: number;
    readonly deviceId: string;
    readonly checkpointId: string;
  } | null;
  /** The newest effects in the order of their time, at most `MAX_RECENT_EFFECTS`: the scans that are counted for sure. */
  readonly recentEffects: readonly { readonly scanId: string; readonly at: number; readonly kind: EffectKind }[];
}
