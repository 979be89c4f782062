import type { Clock } from './clock.ts';

/** The part of the Web Locks API that the session uses. */
export interface SessionLocks {
  request<T>(name: string, options: { signal?: AbortSignal }, callback: () => Promise<T>): Promise<T>;
}

const LOCK_NAME = 'scantix-auth-session';

/** A frozen tab may hold the lock for as long as it is frozen. */
const LOCK_WAIT_MS = 4_000;

/**
 * Runs `task` while no other tab does. After four seconds of waiting it runs without the lock: every write of the
 * rotation record is a compare-and-set, so the lock saves requests and decides nothing.
 */
export async function withSessionLock<T>(locks: SessionLocks, clock: Clock, task: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  let granted = false;
  const handle = clock.setTimeout(() => waiting.abort(), LOCK_WAIT_MS);
  try {
    return await locks.request(LOCK_NAME, { signal: waiting.signal }, () => {
      granted = true;
      clock.clearTimeout(handle);
      return task();
    });
  } catch (error) {
    if (granted || !waiting.signal.aborted) throw error;
    return await task();
  } finally {
    clock.clearTimeout(handle);
  }
}

/** Locks for one tab only: where a page has no Web Locks (not secure), and for tests. */
export function createMemoryLocks(): SessionLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request(name, { signal }, callback) {
      const before = tails.get(name) ?? Promise.resolve();
      const turn = new Promise<void>((resolve, reject) => {
        before.then(() => resolve());
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      const result = turn.then(callback);
      tails.set(
        name,
        // Who gave up waiting does not let the next one in before the holder has finished.
        Promise.allSettled([before, result]),
      );
      return result;
    },
  };
}
