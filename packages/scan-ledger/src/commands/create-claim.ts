import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClockOffset } from '../timing/clock-offset.ts';
import type { CommandContext } from './command-context.ts';

/** Options of createClaim. */
export interface ClaimOptions {
  readonly owner: () => LedgerOwner | null;
  readonly deviceId: () => Promise<string>;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly clockOffset: Pick<ClockOffset, 'read'>;
}

/** Creates `claim`, which reads clerk and clock before it awaits anything. */
export function createClaim({ owner, deviceId, newId, clock, clockOffset }: ClaimOptions): CommandContext['claim'] {
  return async () => {
    const who = owner();
    if (!who) throw new LedgerError('signed-out');
    const { clerk: claimedBy, domain } = who;
    const now = { id: newId(), claimedAt: clock.now(), claimedBy, clock: clockOffset.read(), domain };
    return { ...now, deviceId: await deviceId() };
  };
}
