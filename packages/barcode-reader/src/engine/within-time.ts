import { systemTimers, type Timers } from '../ports/timers.ts';

/** What `work` gives, or `late` when it has given nothing after `ms` milliseconds; what comes later is let pass. */
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
