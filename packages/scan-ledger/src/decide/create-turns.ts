import type { Clock } from '../clock.ts';

/** How long to wait for a turn: a tab that the system froze must not stop the others from deciding. */
const PATIENCE_MS = 1_000;

/**
 * Lets what must not overlap, in this tab or another, happen one after the other: two decisions on one ticket each
 * have to see the other.
 */
export function createTurns({ locks, name, clock }: { locks: LockManager | null; name: string; clock: Clock }) {
  let last: Promise<unknown> = Promise.resolve();

  async function withLock<T>(body: () => Promise<T>): Promise<T> {
    if (!locks) return body();
    const patience = new AbortController();
    const cancel = clock.after(PATIENCE_MS, () => patience.abort());
    let running: Promise<T> | null = null;
    const begin = () => {
      cancel();
      running = body();
      return running;
    };
    try {
      await locks.request(name, { signal: patience.signal }, begin);
    } catch (cause) {
      if (!running && !patience.signal.aborted) throw cause;
    }
    return running ?? body();
  }

  return <T>(body: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => withLock(body));
    last = turn.catch(() => {});
    return turn;
  };
}
