import type { Lease, LeaseRequest } from '../ports/outbox-store.ts';

/** Whether a scan may be leased: it has no lease, its lease has ended, or the clock was set back since the lease. */
export function isFree(lease: Lease | null, { holder, until, now, takeOver }: LeaseRequest): boolean {
  return lease === null || takeOver || lease.holder === holder || lease.until <= now || lease.until > until;
}
