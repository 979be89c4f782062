import type { Scan } from '../scans.ts';
import type { Verdict } from '../verdict.ts';
import { type Conflict, conflictOver } from './conflict.ts';
import { type Decision, decideScan } from './decide-verdict.ts';
import { shownVerdict } from './device-decision.ts';
import { type ScanEffect, scanEffect } from './effects.ts';
import { happenedAt } from './happened-at.ts';
import { effectOfVerdict, letsThrough } from './lets-through.ts';
import type { EffectKind, TicketState } from './ticket-state.ts';
import { toVerdict } from './to-verdict.ts';

/** A scan at the server, and what the server knows of it. */
export interface ReceivedScan {
  readonly scan: Scan;
  /** The ticket before the scan; `null`: no ticket of this domain has the code. */
  readonly ticket: TicketState | null;
  readonly ticketing: 'on' | 'off';
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The name of the clerk who scanned. */
  readonly clerk: string;
  /** The name of the scan's checkpoint. */
  readonly checkpoint: string;
  /** Whether the clerk who scanned has no right to scan there. @default false */
  readonly outsideRights?: boolean;
}

/** The result of judging a scan. */
export interface Judgement {
  /** What the record says: what the clerk was shown. */
  readonly verdict: Verdict;
  /** The claimed time on the server's clock: epoch milliseconds. */
  readonly happenedAt: number;
  /** What the scan does to its ticket; `null`: nothing. */
  readonly effect: ScanEffect | null;
  /** Why the server would have refused what the device let through; `null`: it would not. */
  readonly conflict: Conflict | null;
}

const NOT_PERMITTED: Decision = { outcome: 'refused', reason: 'not_permitted', effect: 'none' };

/**
 * Judges a scan that the server has not seen. Pure.
 *
 * Where a device has decided, or shown a verdict that this server has lost, that is what happened: the verdict stays as it was shown, a visitor who was let in
 * is inside, and one who was refused has used nothing up. Every other scan the server decides at the time of receipt;
 * it refuses one outside the rights of its clerk, whom it tells nothing of the ticket.
 */
export function judgeScan(received: ReceivedScan): Judgement {
  const { scan, ticket, ticketing, receivedAt, clerk, checkpoint, outsideRights } = received;
  const happened = happenedAt(scan, { receivedAt });
  const effectAt = (at: number, kind: 'none' | EffectKind): ScanEffect | null =>
    kind === 'none' || !ticket ? null : scanEffect(scan, { kind, at, clerk, checkpoint });

  const shown = shownVerdict(scan);
  const decidedAt = shown ? happened : receivedAt;
  const known = decideScan(scan, { at: decidedAt, ticketing, ticket });
  const decision = outsideRights ? NOT_PERMITTED : known;
  const own = toVerdict(decision, { mode: scan.mode, at: decidedAt, certainty: 'server' });
  const verdict = shown ?? own;
  return {
    verdict,
    happenedAt: happened,
    effect: effectAt(decidedAt, shown ? effectOfVerdict(shown) : decision.effect),
    // Outside the rights too, a ticket that was used up is what a supervisor has to know.
    conflict:
      letsThrough(verdict) && !letsThrough(own)
        ? conflictOver(letsThrough({ ...known, mode: scan.mode }) ? own.reason : known.reason, scan.id, ticket)
        : null,
  };
}
