/** Options of createLeaseLock. */
export interface LeaseLockOptions {
  /** Web Locks; `null`: nothing is known of other tabs. */
  readonly locks: LockManager | null;
  /** The name of the sender's lock. */
  readonly lockName: string;
  /** The id of this page in a lease. */
  readonly holder: string;
}

/**
 * Tells other tabs that the holder of a lease is alive. The browser frees the lock of a tab that ends. It is held only
 * while scans are leased, because a page with a lock cannot be kept for the way back.
 */
export interface LeaseLock {
  /** Runs `work`, and holds the lock meanwhile. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves to whether the holder of a lease has ended without giving it back. */
  ended(): Promise<(holder: string) => boolean>;
}

/** Creates the lock of this page. */
export function createLeaseLock({ locks, lockName, holder }: LeaseLockOptions): LeaseLock {
  const nameOf = (of: string) => `${lockName} ${of}`;
  let works = 0;
  let free = () => {};

  return {
    async hold(work) {
      works += 1;
      if (works === 1) {
        const end = new Promise<void>((resolve) => {
          free = resolve;
        });
        locks?.request(nameOf(holder), {}, () => end).catch(() => {});
      }
      try {
        return await work();
      } finally {
        works -= 1;
        if (works === 0) free();
      }
    },
    async ended() {
      const found = await locks?.query().catch(() => null);
      if (!found) return () => false;
      const held = new Set(found.held?.map(({ name }) => name));
      return (of) => !held.has(nameOf(of));
    },
  };
}
