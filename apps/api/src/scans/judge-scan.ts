import type { Reason, Scan, Verdict } from '@scantix/api-contract';
import { decideVerdict, type EffectKind, type TicketState } from '@scantix/api-contract/rules';
import { serverVerdict } from './server-verdict.ts';

/** What stands after one scan. */
export interface Judgement {
  /** What the record says: what the clerk was told. */
  readonly verdict: Verdict;
  readonly effect: 'none' | EffectKind;
  /** The time by which the effect stands among the ticket's others: epoch milliseconds. */
  readonly at: number;
  /** Why the server would have refused what the device let through. */
  readonly conflict?: Reason;
}

/**
 * Judges a scan. Pure. Where a device has decided, that is what happened: its verdict is kept as it was shown, whoever
 * it let in is in, and whom it refused was turned away and has used nothing up. Anything else the server decides, on
 * its own clock. docs/decisions/0005 says why.
 */
export function judgeScan({
  scan,
  ticket,
  ticketing,
  happenedAt,
  receivedAt,
}: {
  scan: Scan;
  ticket: TicketState | null;
  ticketing: 'on' | 'off';
  /** The claimed time on the server's clock. */
  happenedAt: number;
  receivedAt: number;
}): Judgement {
  const { mode, checkpoint_id: checkpointId, device_id: deviceId } = scan;
  const decideAt = (at: number) => decideVerdict({ mode, at, checkpointId, deviceId, ticketing, ticket });
  const verdict = decisiveVerdict(scan);
  if (!verdict) {
    const decision = decideAt(receivedAt);
    return {
      verdict: serverVerdict(decision, { mode, at: receivedAt }),
      effect: decision.effect,
      at: receivedAt,
    };
  }
  if (!admits(verdict) || mode === 'check') return { verdict, effect: 'none', at: happenedAt };
  const decision = decideAt(happenedAt);
  return {
    verdict,
    effect: ticket ? effectOf(mode) : 'none',
    at: happenedAt,
    ...(admits(decision) ? {} : { conflict: decision.reason }),
  };
}

/** What the device decided and showed, if it did: an undecided or waiting scan leaves the word to the server. */
export function decisiveVerdict({ device_verdict, mode }: Scan): Verdict | undefined {
  const decided = device_verdict?.certainty === 'device' && device_verdict.outcome !== 'undecided';
  return decided && device_verdict.mode === mode ? device_verdict : undefined;
}

/** Whether a verdict lets a visitor through: a second look at the one before does not. */
export function admits({ outcome, reason }: Pick<Verdict, 'outcome' | 'reason'>): boolean {
  return (outcome === 'accepted' || outcome === 'attention') && reason !== 'self_repeat';
}

export function effectOf(mode: 'entry' | 'exit'): EffectKind {
  return mode === 'entry' ? 'enter' : 'leave';
}
