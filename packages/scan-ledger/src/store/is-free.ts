import type { Lease, LeaseRequest } from '../ports/outbox-store.ts';

/**
 * Whether a scan may be leased: it has no lease, the lease or its holder has ended, the clock was set back since the lease, or somebody
 * waits for the scan while it is in a batch.
 */
export function isFree(lease: Lease | null, { holder, until, now, hasEnded, isFresh }: LeaseRequest): boolean {
  if (lease === null || lease.holder === holder || hasEnded?.(lease.holder)) return true;
  if (lease.until <= now || lease.until > until) return true;
  return isFresh === true && lease.isFresh !== true;
}

/**
 * Returns the lease of a scan in a chain; `null` where it keeps the one that it has. Only the scan that somebody waits for
 * is leased for that: the earlier ones may have somebody of their own.
 */
export function chainLease(lease: Lease | null, request: LeaseRequest, isLast: boolean): Lease | null {
  const { holder, until } = request;
  if (isLast) return { holder, until, isFresh: true };
  return isFree(lease, request) ? { holder, until } : null;
}
