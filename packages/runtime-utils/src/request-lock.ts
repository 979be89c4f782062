import { type Clock, systemClock } from './clock.ts';

/** The part of the Web Locks API that {@link requestLock} uses. */
export interface Locks {
  /** As `navigator.locks.request`. */
  request<T>(name: string, options: { signal?: AbortSignal }, callback: () => Promise<T>): Promise<T>;
}

/** What is asked for, and for how long. */
export interface LockRequest {
  /** Nothing where the page has no Web Locks: the outcome is then `unavailable`. */
  readonly locks: Locks | null | undefined;
  readonly name: string;
  /** How long to wait for the lock, milliseconds. A tab that the system froze may hold it for as long as it is frozen. */
  readonly timeoutMs: number;
  /** @default the clock of the machine */
  readonly clock?: Pick<Clock, 'after'>;
  /** Ends the wait. A task that has begun continues. */
  readonly signal?: AbortSignal;
}

/** Whether the lock was granted. Where it was not, the task has not begun. */
export type LockOutcome<T> =
  | { readonly kind: 'granted'; readonly value: T }
  /** Somebody else held the lock for the whole wait. */
  | { readonly kind: 'timed-out' }
  /** There are no locks here, or the request failed for the reason in `cause`. */
  | { readonly kind: 'unavailable'; readonly cause?: unknown };

/**
 * Runs `task` under a Web Lock if it is granted within `timeoutMs`; otherwise the caller decides. A task that has begun
 * is awaited even if its lock is stolen meanwhile.
 *
 * @throws what `task` throws, and the reason of `signal` when it ends the wait
 *
 * @example
 * const outcome = await requestLock({ locks: navigator.locks, name: 'outbox', timeoutMs: 1_000 }, send);
 * return outcome.kind === 'granted' ? outcome.value : send();
 */
export async function requestLock<T>(
  { locks, name, timeoutMs, clock = systemClock, signal }: LockRequest,
  task: () => Promise<T>,
): Promise<LockOutcome<T>> {
  signal?.throwIfAborted();
  if (!locks) return { kind: 'unavailable' };
  const wait = new AbortController();
  const endWait = () => wait.abort();
  const cancelTimeout = clock.after(timeoutMs, endWait);
  signal?.addEventListener('abort', endWait, { once: true });
  const stopWaiting = () => {
    cancelTimeout();
    signal?.removeEventListener('abort', endWait);
  };
  let running: Promise<T> | null = null;
  const begin = () => {
    stopWaiting();
    running = task();
    return running;
  };
  try {
    await locks.request(name, { signal: wait.signal }, begin);
  } catch (cause) {
    if (!running) {
      signal?.throwIfAborted();
      return wait.signal.aborted ? { kind: 'timed-out' } : { kind: 'unavailable', cause };
    }
  } finally {
    stopWaiting();
  }
  return running ? { kind: 'granted', value: await running } : { kind: 'unavailable' };
}
