import { requestLock } from '@scantix/runtime-utils';
import type { Clock } from './clock.ts';

/** The part of the Web Locks API that the session uses. */
export interface SessionLocks {
  /** As `navigator.locks.request`. */
  request<T>(name: string, options: { signal?: AbortSignal }, callback: () => Promise<T>): Promise<T>;
}

const LOCK_NAME = 'scantix-auth-session';

/** A tab that the system froze may hold the lock for as long as it is frozen: others wait so many milliseconds for it. */
export const LOCK_WAIT_MS = 4_000;

/**
 * Runs `task` while no other tab does. After four seconds of waiting it runs without the lock: every write of the
 * rotation record is a compare-and-set, so the lock saves requests and does not protect data.
 */
export async function withSessionLock<T>(locks: SessionLocks, clock: Clock, task: () => Promise<T>): Promise<T> {
  const outcome = await requestLock({ locks, name: LOCK_NAME, timeoutMs: LOCK_WAIT_MS, clock }, task);
  switch (outcome.kind) {
    case 'granted':
      return outcome.value;
    case 'timed-out':
      return task();
    case 'unavailable':
      throw outcome.cause;
  }
}
