import type { Lease, LeaseRequest } from '../ports/outbox-store.ts';

/** Whether a scan may be leased: nobody has it, its lease ran out, or the clock was set back under the lease. */
export function isFree(lease: Lease | null, { holder, until, now, takeOver }: LeaseRequest): boolean {
  return lease === null || takeOver || lease.holder === holder || lease.until <= now || lease.until > until;
}
