import type { Clock } from '../ports/clock.ts';

/** Options of createDownloadLock. */
export interface DownloadLockOptions {
  /** Web Locks; without them every tab downloads. */
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly clock: Clock;
  /** How long another tab may make no progress, in milliseconds. */
  readonly stalledAfterMs: number;
}

/** Runs a download unless another tab does. @param progressNow returns a value that changes with the progress */
export type DownloadLock = <T>(progressNow: () => string | null, run: () => Promise<T>) => Promise<T | null>;

/**
 * Creates the lock of the download. A tab that the system froze keeps the lock and makes no progress: after a while
 * this tab downloads without the lock, which is safe because pages are applied in transactions.
 */
export function createDownloadLock({ locks, lockName, clock, stalledAfterMs }: DownloadLockOptions): DownloadLock {
  let stalled: { readonly progress: string | null; readonly since: number } | null = null;

  return async (progressNow, run) => {
    if (!locks) return run();
    const end = await locks.request(`${lockName}-tickets`, { ifAvailable: true }, (lock) => (lock ? run() : null));
    if (end) return end;
    const progress = progressNow();
    if (stalled?.progress !== progress) stalled = { progress, since: clock.monotonicNow() };
    if (clock.monotonicNow() - stalled.since < stalledAfterMs) return null;
    stalled = null;
    return run();
  };
}
