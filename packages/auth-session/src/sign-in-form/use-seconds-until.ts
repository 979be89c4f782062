import { useEffect, useState } from 'react';
import type { Clock } from '../index.ts';

/** Whole seconds until a time of `clock.monotonicNow()`, which nobody sets, counted down to 0; null: 0. */
export function useSecondsUntil(at: number | null, clock: Clock): number {
  const [now, setNow] = useState(() => clock.monotonicNow());
  useEffect(() => {
    if (at === null) return;
    let cancel = () => {};
    const tick = () => {
      setNow(clock.monotonicNow());
      if (clock.monotonicNow() < at) cancel = clock.after(250, tick);
    };
    tick();
    return () => cancel();
  }, [at, clock]);
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
}
