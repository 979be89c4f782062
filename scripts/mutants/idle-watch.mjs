// Tells a process that waits for what does not come from one that waits for a processor.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const THREADS = '/proc/self/task';
const WINDOW_MS = 250;

/** So little work is left in a window where nothing but this watch runs. */
const IDLE_WORK_MS = 25;

/**
 * Calls `tell` with the milliseconds for which nothing has run in this process, as they grow. Where the system does not
 * tell (it is not Linux), it is not called. Returns what ends the watch.
 */
export function watchIdle(tell) {
  if (!existsSync(THREADS)) return () => {};
  let before = workMs();
  let idleMs = 0;
  // Unreferenced: it must not keep alive a process that has nothing else to do.
  const timer = setInterval(() => {
    const now = workMs();
    idleMs = now - before < IDLE_WORK_MS ? idleMs + WINDOW_MS : 0;
    before = now;
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
