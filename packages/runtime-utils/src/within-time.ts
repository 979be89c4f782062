import { type Clock, systemClock } from './clock.ts';

/** How long to wait for a result, and what replaces a missing one. */
export interface TimeLimit<Late> {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Called when the time is over; the call resolves to what it returns, or rejects with what it throws. */
  readonly onTimeout: () => Late;
  /** @default the clock of the machine */
  readonly clock?: Pick<Clock, 'after'>;
}

/** What `work` resolves to, or what `onTimeout` returns after `timeoutMs`. The work continues and its result is ignored. */
export function withinTime<T, Late>(
  work: Promise<T>,
  { timeoutMs, onTimeout, clock = systemClock }: TimeLimit<Late>,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(timeoutMs, () => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    });
    work.then(resolve, reject).finally(cancel);
  });
}
