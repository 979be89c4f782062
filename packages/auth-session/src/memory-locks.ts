import type { SessionLocks } from './session-lock.ts';

/** Locks for one tab only: for tests, and where a page has no Web Locks because it is not secure. */
export function createMemoryLocks(): SessionLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request(name, { signal }, callback) {
      const before = tails.get(name) ?? Promise.resolve();
      const granted = new Promise<void>((resolve, reject) => {
        void before.then(() => resolve());
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      const result = granted.then(callback);
      // A request that is aborted does not let the next one start before the holder has finished.
      const end = () => before;
      tails.set(name, result.then(end, end));
      return result;
    },
  };
}
