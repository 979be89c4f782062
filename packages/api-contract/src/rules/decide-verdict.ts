import type { ScanMode } from '../scan-modes.ts';
import type { TicketStatus } from '../tickets.ts';
import type { Checkpoint, FirstUse, Outcome, Reason, TicketView } from '../verdict.ts';
import type { EffectKind } from './effects.ts';

/** All that the rules know of a ticket: the server reads it from its tables, a device from its snapshot. */
export interface TicketState {
  readonly status: TicketStatus;
  readonly holder: string | null;
  readonly type: string;
  /** A note for staff: it turns `accepted` into `attention`. */
  readonly note: string | null;
  readonly order: string | null;
  /** Epoch milliseconds; `null` is open. */
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  /** Empty: it works everywhere. */
  readonly worksAt: readonly Checkpoint[];
  readonly entriesAllowed: number;
  readonly entriesUsed: number;
  /** Whether its holder is inside: entered and not left since. */
  readonly inside: boolean;
  readonly firstUse: FirstUse | null;
  /** The newest entry. */
  readonly lastEntry: {
    readonly scanId: string;
    readonly at: number;
    readonly deviceId: string;
    readonly checkpointId: string;
  } | null;
  /** The newest effects in the order of their time, at most `MAX_RECENT_EFFECTS`: which scans this state has in it. */
  readonly recentEffects: readonly { readonly scanId: string; readonly at: number; readonly kind: EffectKind }[];
}

/** One presented code. `at` is epoch milliseconds on the deciding clock. */
export interface Presentation {
  readonly mode: ScanMode;
  readonly at: number;
  readonly checkpointId: string;
  readonly deviceId: string;
  readonly ticketing: 'on' | 'off';
  /** `null`: no ticket of this domain has the code. */
  readonly ticket: TicketState | null;
}

/** What is told, and what the scan does to the ticket. */
export interface Decision {
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly effect: 'none' | EffectKind;
  readonly ticket?: TicketView;
  readonly firstUse?: FirstUse;
  readonly worksAt?: readonly Checkpoint[];
}

/**
 * The same device that let a ticket's last entry in this long ago reads it again: a second look, not a second visitor.
 * While entries are left, the next scan is the next visitor.
 */
export const SELF_REPEAT_WINDOW_MS = 30_000;

/**
 * The rules of admission, shared by server and device: the same ticket, history and clock give the same decision.
 * Pure. The order is what staff need to hear first: who the ticket is, whether it is good at all, whether it is good
 * here and now, whether it is used up.
 */
export function decideVerdict(presentation: Presentation): Decision {
  const { ticket, ticketing, mode, at, checkpointId } = presentation;
  if (ticketing === 'off') return { outcome: 'accepted', reason: 'ok', effect: 'none' };
  if (!ticket) return { outcome: 'refused', reason: 'unknown_code', effect: 'none' };

  const refuse = (reason: Reason, more: Partial<Decision> = {}): Decision => ({
    outcome: 'refused',
    reason,
    effect: 'none',
    ticket: viewTicket(ticket),
    ...more,
  });

  if (ticket.status !== 'valid') return refuse(ticket.status);
  if (ticket.worksAt.length > 0 && !ticket.worksAt.some(({ id }) => id === checkpointId)) {
    return refuse('wrong_checkpoint', { worksAt: ticket.worksAt });
  }
  if (mode === 'exit') {
    return ticket.inside ? admit(ticket, 'leave', ticket.entriesUsed) : refuse('exit_without_entry');
  }
  if (ticket.validFrom !== null && at < ticket.validFrom) return refuse('not_yet_valid');
  if (ticket.validUntil !== null && at >= ticket.validUntil) return refuse('expired');
  if (ticket.entriesUsed >= ticket.entriesAllowed) {
    const firstUse = ticket.firstUse ? { firstUse: ticket.firstUse } : {};
    return mode === 'entry' && isSelfRepeat(presentation, ticket)
      ? { ...refuse('self_repeat', firstUse), outcome: 'attention' }
      : refuse('already_used', firstUse);
  }
  return mode === 'check' ? admit(ticket, 'none', ticket.entriesUsed) : admit(ticket, 'enter', ticket.entriesUsed + 1);
}

function isSelfRepeat({ at, deviceId, checkpointId }: Presentation, { inside, lastEntry }: TicketState): boolean {
  return (
    inside &&
    lastEntry !== null &&
    lastEntry.deviceId === deviceId &&
    lastEntry.checkpointId === checkpointId &&
    Math.abs(at - lastEntry.at) < SELF_REPEAT_WINDOW_MS
  );
}

function admit(ticket: TicketState, effect: Decision['effect'], entriesUsed: number): Decision {
  const view = viewTicket(ticket, entriesUsed);
  return ticket.note === null || effect === 'leave'
    ? { outcome: 'accepted', reason: 'ok', effect, ticket: view }
    : { outcome: 'attention', reason: 'needs_attention', effect, ticket: view };
}

/** What staff are shown of a ticket. */
export function viewTicket(ticket: TicketState, entriesUsed: number = ticket.entriesUsed): TicketView {
  return {
    holder: ticket.holder,
    type: ticket.type,
    ...(ticket.note === null ? {} : { note: ticket.note }),
    entries_left: Math.max(0, ticket.entriesAllowed - entriesUsed),
    entries_allowed: ticket.entriesAllowed,
    valid_from: ticket.validFrom === null ? null : new Date(ticket.validFrom).toISOString(),
    valid_until: ticket.validUntil === null ? null : new Date(ticket.validUntil).toISOString(),
    order: ticket.order,
  };
}
