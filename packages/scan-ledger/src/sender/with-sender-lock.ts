import { requestLock } from '@scantix/runtime-utils';
import type { Clock } from '../ports/clock.ts';

/** How long to wait for another tab's lock before checking whether that tab still works. */
const LOCK_WAIT_MS = 5_000;

/** Options of withSenderLock. */
export interface SenderLockOptions {
  /** Web Locks; without them leases alone separate tabs. */
  readonly locks: LockManager | null;
  readonly name: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Returns whether a lease on the outbox has not ended. */
  readonly isLeased: () => Promise<boolean>;
}

/** Runs `send` while no other tab does. A tab that the system froze loses its lock once its leases have ended. */
export async function withSenderLock<T>(
  { locks, name, clock, signal, isLeased }: SenderLockOptions,
  send: () => Promise<T>,
): Promise<T> {
  if (!locks) return send();
  let steal = false;
  for (;;) {
    const request = { locks: steal ? stealFrom(locks) : locks, name, timeoutMs: LOCK_WAIT_MS, clock, signal };
    const outcome = await requestLock(request, send);
    if (outcome.kind === 'granted') return outcome.value;
    if (outcome.kind === 'unavailable' && outcome.cause !== undefined && !isAbort(outcome.cause)) throw outcome.cause;
    // The lock was not granted in time, or another tab stole it before sending began.
    steal = !(await isLeased());
  }
}

const stealFrom = (locks: LockManager) => ({
  request: <T>(name: string, _options: unknown, callback: () => Promise<T>): Promise<T> =>
    locks.request(name, { steal: true }, callback),
});

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError';
}
