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

/**
 * Runs `send` while no other tab does. A tab that the system froze loses its lock once its leases have ended.
 * @param send its argument tells whether the lock is really held
 */
export async function withSenderLock<T>(
  { locks, name, clock, signal, isLeased }: SenderLockOptions,
  send: (isExclusive: boolean) => Promise<T>,
): Promise<T> {
  if (!locks) return send(false);
  let running: Promise<T> | null = null;
  const begin = () => {
    running = send(true);
    return running;
  };
  let steal = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      await (steal ? locks.request(name, { steal }, begin) : requestInTime(locks, name, { clock, signal }, begin));
    } catch (cause) {
      // The lock was stolen from this tab during the call: the call ends all the same.
      if (running) return running;
      if (!isAbort(cause)) throw cause;
    }
    if (running) return running;
    steal = !(await isLeased());
  }
}

async function requestInTime(
  locks: LockManager,
  name: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  begin: () => Promise<unknown>,
): Promise<void> {
  const waiting = new AbortController();
  const cancelWait = () => waiting.abort();
  const cancelTimer = clock.after(LOCK_WAIT_MS, cancelWait);
  signal.addEventListener('abort', cancelWait);
  try {
    await locks.request(name, { signal: waiting.signal }, () => {
      cancelTimer();
      return begin();
    });
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', cancelWait);
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError';
}
