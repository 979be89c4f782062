import { requestLock } from '@scantix/runtime-utils';

const LOCK_NAME = 'scantix-device-id';

/**
 * Runs work under the lock that tabs share, or without it where there are no locks or none is granted in time: a frozen
 * tab may hold it for as long as it is frozen. A search without it takes over what another tab has stored.
 */
export async function withLock<T>(
  locks: LockManager | undefined,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const outcome = await requestLock({ locks, name: LOCK_NAME, timeoutMs }, work);
  return outcome.kind === 'granted' ? outcome.value : work();
}
