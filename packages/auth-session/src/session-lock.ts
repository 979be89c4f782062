import { requestLock } from '@scantix/runtime-utils';
import type { Clock } from './clock.ts';
import { DEFAULT_NAMES } from './session-names.ts';

/** The part of the Web Locks API that the session uses. */
export interface SessionLocks {
  /** As `navigator.locks.request`. */
  request<T>(name: string, options: { signal?: AbortSignal }, callback: () => Promise<T>): Promise<T>;
}

/** The locks with another name for the session's. */
export function nameLock(locks: SessionLocks, name: string): SessionLocks {
  return { request: (_, options, callback) => locks.request(name, options, callback) };
}

/** A tab that the system froze may hold the lock for as long as it is frozen: others wait so many milliseconds for it. */
export const LOCK_WAIT_MS = 4_000;

/**
 * Runs `task` while no other tab does; without the lock after four seconds of waiting, and where the browser refuses locks.
 * Every write of the rotation record is a compare-and-set: the lock saves requests and does not protect data.
 */
export async function withSessionLock<T>(locks: SessionLocks, clock: Clock, task: () => Promise<T>): Promise<T> {
  const outcome = await requestLock({ locks, name: DEFAULT_NAMES.lock, timeoutMs: LOCK_WAIT_MS, clock }, task);
  return outcome.kind === 'granted' ? outcome.value : task();
}
