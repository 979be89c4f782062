import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import type { CommandContext } from './command-context.ts';
import type { Ids } from './create-ids.ts';

/** Other servers than ours may have other ids. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Who makes ids. */
export const makerOf = ({ domain, clerk }: LedgerOwner) => JSON.stringify([domain, clerk]);

/** Options of createClaim. */
export interface ClaimOptions {
  readonly owner: () => LedgerOwner | null;
  readonly deviceId: () => Promise<string>;
  readonly ids: Pick<Ids, 'next'>;
  readonly clock: Clock;
  readonly time: Pick<LedgerTime, 'readClock'>;
}

/** Creates `claim`, which reads clerk and clock before it awaits anything. */
export function createClaim({ owner, deviceId, ids, clock, time }: ClaimOptions): CommandContext['claim'] {
  return async () => {
    const who = owner();
    if (!who) throw new LedgerError('signed-out');
    const { clerk: claimedBy, clerkId, domain } = who;
    const claimedById = UUID.test(clerkId ?? '') ? clerkId : undefined;
    const now = { claimedById, claimedAt: clock.now(), claimedBy, clock: time.readClock(), domain };
    return { ...now, id: await ids.next(makerOf(who)), deviceId: await deviceId() };
  };
}
