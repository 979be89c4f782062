// Tells a process that waits for what does not come from one that waits for a processor.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const THREADS = '/proc/self/task';
const WINDOW_MS = 250;

/** Where nothing but this watch runs, it takes less than this share of the time. */
const IDLE_SHARE = 0.3;

/**
 * Calls `tell` with the milliseconds for which nothing has run in this process, as they grow. Where the system does not
 * tell (it is not Linux), it is not called. Returns what ends the watch.
 *
 * On a busy machine a wait for the processor counts as work, but for that of the watch itself, which is late then. A
 * thread that gets no processor at all has not waited yet by its counters: its state tells.
 */
export function watchIdle(tell) {
  if (!existsSync(THREADS)) return () => {};
  let before = workMs();
  let began = performance.now();
  let loop = performance.eventLoopUtilization();
  let idleMs = 0;
  // Unreferenced: it must not keep alive a process that has nothing else to do.
  const timer = setInterval(() => {
    const work = workMs();
    const now = performance.now();
    const lateMs = Math.max(0, now - began - WINDOW_MS);
    const { active } = performance.eventLoopUtilization(loop);
    const busyMs = Math.max(active, work - before - lateMs);
    idleMs = busyMs < IDLE_SHARE * (now - began) && !isAnyWaiting() ? idleMs + WINDOW_MS : 0;
    [before, began, loop] = [work, now, performance.eventLoopUtilization()];
    if (idleMs > 0) tell(idleMs);
  }, WINDOW_MS).unref();
  return () => clearInterval(timer);
}

/** What the threads of this process have run and waited to run. */
function workMs() {
  let total = 0;
  for (const thread of readdirSync(THREADS)) {
    const [ran = 0, waited = 0] = read(thread, 'schedstat').split(' ');
    total += (Number(ran) + Number(waited)) / 1e6;
  }
  return total;
}

/** Whether another thread of this process runs, or would if it got a processor. */
function isAnyWaiting() {
  // After the name, which may contain anything, in brackets.
  return readdirSync(THREADS).some(
    (thread) => thread !== String(process.pid) && /\) R [^)]*$/.test(read(thread, 'stat')),
  );
}

/** Empty: the thread has ended since. */
function read(thread, file) {
  try {
    return readFileSync(`${THREADS}/${thread}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
