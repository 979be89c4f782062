const LOCK_NAME = 'scantix-device-id';
/** A frozen tab may hold the lock for ever; two identifiers are better than none. */
const WAIT_MS = 5000;

/** Runs work under the lock that tabs share, or without it where there are no locks or none to be had. */
export async function withLock<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  if (!locks) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), WAIT_MS);
  let begun = false;
  try {
    return await locks.request(LOCK_NAME, { signal: waiting.signal }, () => {
      begun = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    return work();
  } finally {
    clearTimeout(timer);
  }
}
