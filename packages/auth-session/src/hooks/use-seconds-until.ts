import { useEffect, useState } from 'react';
import type { Clock } from '../index.ts';

/**
 * Counts down to a moment: to the end of the wait that a failed sign-in names (`retryAfterMs`), for example.
 * @param at a time of `clock.monotonicNow()`, which nobody can set, kept in a state; null: nothing is waited for
 * @returns whole seconds that are left, rounded up; 0 from the moment on
 */
export function useSecondsUntil(at: number | null, clock: Clock): number {
  const [, renderAt] = useState(0);
  useEffect(() => {
    if (at === null) return;
    let cancel = () => {};
    const tick = () => {
      renderAt(clock.monotonicNow());
      if (clock.monotonicNow() < at) cancel = clock.after(250, tick);
    };
    tick();
    return () => cancel();
  }, [at, clock]);
  return at === null ? 0 : Math.max(0, Math.ceil((at - clock.monotonicNow()) / 1000));
}
