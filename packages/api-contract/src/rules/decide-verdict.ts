import type { ScanMode } from '../scan-modes.ts';
import type { Scan } from '../scans.ts';
import type { Checkpoint, FirstUse, Outcome, Reason, TicketView } from '../verdict.ts';
import type { EffectKind, TicketState } from './ticket-state.ts';
import { viewTicket } from './view-ticket.ts';

/** One code presented at a checkpoint. */
export interface Presentation {
  readonly mode: ScanMode;
  /** Epoch milliseconds on the deciding clock. */
  readonly at: number;
  readonly checkpointId: string;
  readonly deviceId: string;
  /** `off`: the domain collects any code and has no tickets. */
  readonly ticketing: 'on' | 'off';
  /** `null`: no ticket of this domain has the code. */
  readonly ticket: TicketState | null;
}

/** What the rules say of a presented code, and what it does to the ticket. */
export interface Decision {
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly effect: 'none' | EffectKind;
  /** The ticket as staff see it; absent where none has the code, or ticketing is off. */
  readonly ticket?: TicketView;
  /** The earliest entry, where the ticket is used up; of a self-repeat only where it repeats that one. */
  readonly firstUse?: FirstUse;
  /** Where the ticket is valid, with `wrong_checkpoint`. */
  readonly worksAt?: readonly Checkpoint[];
}

/**
 * How long a ticket that a device reads again is a self-repeat, in milliseconds: the same device at the same
 * checkpoint sees the same visitor twice, not two visitors. While entries are left, the next scan is the next visitor.
 */
export const SELF_REPEAT_WINDOW_MS = 30_000;

/**
 * The rules of admission, shared by server and device: the same ticket, history and clock give the same decision.
 * Pure. The checks run in the order in which staff need the answers: which ticket it is, whether it is good at all,
 * whether it is good at this checkpoint and time, whether it is used up.
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
    return isInside(ticket) ? admit(ticket, 'leave') : refuse('exit_without_entry');
  }
  if (ticket.validFrom !== null && at < ticket.validFrom) return refuse('not_yet_valid');
  if (ticket.validUntil !== null && at >= ticket.validUntil) return refuse('expired');
  if (ticket.entriesUsed >= ticket.entriesAllowed) {
    const { firstUse, lastEntry } = ticket;
    const isRepeat =
      mode === 'entry' &&
      isInside(ticket) &&
      lastEntry?.deviceId === presentation.deviceId &&
      lastEntry.checkpointId === checkpointId &&
      Math.abs(at - lastEntry.at) < SELF_REPEAT_WINDOW_MS;
    // A self-repeat repeats the last entry, which is not the first use where there were several.
    const used = firstUse && (!isRepeat || firstUse.scan_id === lastEntry.scanId) ? { firstUse } : {};
    return isRepeat ? refuse('self_repeat', { outcome: 'attention', ...used }) : refuse('already_used', used);
  }
  return admit(ticket, mode === 'check' ? 'none' : 'enter');
}

/**
 * Whether the ticket has a visitor inside. The named effects also tell: an entry may be undone after its visitor has left,
 * and those who come in then are inside, though the number is too low.
 */
function isInside({ inside, recentEffects }: TicketState): boolean {
  const known = recentEffects.reduce((count, { kind }) => (kind === 'enter' ? count + 1 : Math.max(0, count - 1)), 0);
  return inside > 0 || known > 0;
}

/** The decision on a scan as a device claims it. */
export function decideScan(
  { mode, checkpoint_id, device_id }: Pick<Scan, 'mode' | 'checkpoint_id' | 'device_id'>,
  known: Pick<Presentation, 'at' | 'ticketing' | 'ticket'>,
): Decision {
  return decideVerdict({ ...known, mode, checkpointId: checkpoint_id, deviceId: device_id });
}

function admit(ticket: TicketState, effect: Decision['effect']): Decision {
  const view = viewTicket(ticket, ticket.entriesUsed + (effect === 'enter' ? 1 : 0));
  return ticket.note === null || effect === 'leave'
    ? { outcome: 'accepted', reason: 'ok', effect, ticket: view }
    : { outcome: 'attention', reason: 'needs_attention', effect, ticket: view };
}
