// Tells a process that waits for what does not come from one that waits for a processor.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const THREADS = '/proc/self/task';
const WINDOW_MS = 250;

/** Where nothing but this watch runs, it takes less than this share of the time, with its waits for a busy processor. */
const IDLE_SHARE = 0.3;

/**
 * Calls `tell` with the milliseconds for which nothing has run in this process, as they grow. Where the system does not
 * tell (it is not Linux), it is not called. Returns what ends the watch.
 */
export function watchIdle(tell) {
  if (!existsSync(THREADS)) return () => {};
  let before = workMs();
  let began = performance.now();
  let idleMs = 0;
  // Unreferenced: it must not keep alive a process that has nothing else to do.
  const timer = setInterval(() => {
    const work = workMs();
    const now = performance.now();
    idleMs = work - before < IDLE_SHARE * (now - began) ? idleMs + now - began : 0;
    [before, began] = [work, now];
    if (idleMs > 0) tell(idleMs);
  }, WINDOW_MS).unref();
  return () => clearInterval(timer);
}

/** What the threads of this process have run and waited to run. */
function workMs() {
  let total = 0;
  for (const thread of readdirSync(THREADS)) {
    try {
      const [ran, waited] = readFileSync(`${THREADS}/${thread}/schedstat`, 'utf8').split(' ');
      total += (Number(ran) + Number(waited)) / 1e6;
    } catch {
      // The thread has ended since.
    }
  }
  return total;
}
