import { requestLock } from '@scantix/runtime-utils';
import type { Clock } from '../ports/clock.ts';

/** Longest wait for the lock: a tab that the system froze must not stop the others from deciding. */
const LOCK_WAIT_MS = 1_000;

/** Options of createExclusive. */
export interface ExclusiveOptions {
  /** Web Locks; without them only this tab's own calls are exclusive. */
  readonly locks: LockManager | null;
  readonly name: string;
  readonly clock: Clock;
}

/** Runs `body` while no other call of the same name runs, in this tab or another. */
export type Exclusive = <T>(body: () => Promise<T>) => Promise<T>;

/** Creates an exclusive run: two decisions on one ticket must see each other. */
export function createExclusive({ locks, name, clock }: ExclusiveOptions): Exclusive {
  let last: Promise<unknown> = Promise.resolve();

  async function withLock<T>(body: () => Promise<T>): Promise<T> {
    const outcome = await requestLock({ locks, name, timeoutMs: LOCK_WAIT_MS, clock }, body);
    if (outcome.kind === 'granted') return outcome.value;
    if (outcome.kind === 'unavailable' && outcome.cause !== undefined) throw outcome.cause;
    return body();
  }

  return <T>(body: () => Promise<T>): Promise<T> => {
    const run = last.then(() => withLock(body));
    last = run.catch(() => {});
    return run;
  };
}
