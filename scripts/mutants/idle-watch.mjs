// Tells a process that waits for what does not come from one that waits for a processor.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const THREADS = '/proc/self/task';
const WINDOW_MS = 250;

/** Where nothing but this watch runs, it takes less than this share of the time. */
const IDLE_SHARE = 0.3;

/**
 * Calls `tell` with the milliseconds for which nothing has run in this process, as they grow. Where the system does not
 * tell (it is not Linux), it is not called. Returns what ends the watch.
 */
export function watchIdle(tell) {
  if (!existsSync(THREADS)) return () => {};
  let before = threadsMs();
  let began = performance.now();
  let loop = performance.eventLoopUtilization();
  let idleMs = 0;
  // Unreferenced: it must not keep alive a process that has nothing else to do.
  const timer = setInterval(() => {
    const threads = threadsMs();
    const now = performance.now();
    const { active } = performance.eventLoopUtilization(loop);
    idleMs = active + threads - before < IDLE_SHARE * (now - began) ? idleMs + now - began : 0;
    [before, began, loop] = [threads, now, performance.eventLoopUtilization()];
    if (idleMs > 0) tell(idleMs);
  }, WINDOW_MS).unref();
  return () => clearInterval(timer);
}

/**
 * What the other threads of this process have run and waited to run. Of this one the event loop tells: it knows a wait for
 * events, which this watch ends on a busy machine long after its time, from a wait for the processor.
 */
function threadsMs() {
  let total = 0;
  for (const thread of readdirSync(THREADS)) {
    if (thread === String(process.pid)) continue;
    try {
      const [ran, waited] = readFileSync(`${THREADS}/${thread}/schedstat`, 'utf8').split(' ');
      total += (Number(ran) + Number(waited)) / 1e6;
    } catch {
      // The thread has ended since.
    }
  }
  return total;
}
