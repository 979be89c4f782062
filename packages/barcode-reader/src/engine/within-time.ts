import { systemTimers, type Timers } from '../ports/timers.ts';

/** Resolves to what `work` does, or to `late` after `ms` milliseconds; a later result is ignored. */
export async function withinTime<Value, Late>(
  work: Promise<Value>,
  { ms, late, timers = systemTimers }: { ms: number; late: Late; timers?: Timers | undefined },
): Promise<Value | Late> {
  const { promise, resolve } = Promise.withResolvers<Late>();
  const timer = timers.setTimeout(() => resolve(late), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    timers.clearTimeout(timer);
  }
}
