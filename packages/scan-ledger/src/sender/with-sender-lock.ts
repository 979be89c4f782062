import type { Clock } from '../clock.ts';

/** How long to queue behind another tab before asking whether it is still at work. */
const PATIENCE_MS = 5_000;

export interface SenderLockOptions {
  /** Web Locks; without them leases alone keep tabs apart. */
  readonly locks: LockManager | null;
  readonly name: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether somebody has leased scans for longer than now. */
  readonly isLeased: () => Promise<boolean>;
}

/**
 * Runs `send` while no other tab does. A tab that the system froze with the lock in hand loses it once its leases
 * have run out. `exclusive` tells whether the lock is really held.
 */
export async function withSenderLock<T>(
  { locks, name, clock, signal, isLeased }: SenderLockOptions,
  send: (exclusive: boolean) => Promise<T>,
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
      await (steal ? locks.request(name, { steal }, begin) : queue(locks, name, { clock, signal }, begin));
    } catch (cause) {
      // Rejected because the lock was stolen from us while we were sending: what was begun is still ours to finish.
      if (running) return running;
      if (!isAbort(cause)) throw cause;
    }
    if (running) return running;
    steal = !(await isLeased());
  }
}

async function queue(
  locks: LockManager,
  name: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  begin: () => Promise<unknown>,
): Promise<void> {
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const cancel = clock.after(PATIENCE_MS, giveUp);
  signal.addEventListener('abort', giveUp);
  try {
    await locks.request(name, { signal: patience.signal }, () => {
      cancel();
      return begin();
    });
  } finally {
    cancel();
    signal.removeEventListener('abort', giveUp);
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError';
}
