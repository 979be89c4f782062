import { requestLock } from '@scantix/runtime-utils';

const LOCK_NAME = 'scantix-device-id';
/** A frozen tab may hold the lock for as long as it is frozen; two identifiers are better than none. */
const LOCK_WAIT_MS = 5000;

/** Runs work under the lock that tabs share, or without it where there are no locks or none is granted in time. */
export async function withLock<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  const outcome = await requestLock({ locks, name: LOCK_NAME, timeoutMs: LOCK_WAIT_MS }, work);
  return outcome.kind === 'granted' ? outcome.value : work();
}
