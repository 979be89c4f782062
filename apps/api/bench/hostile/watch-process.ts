import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** What a process needed while it was watched. */
export interface Watched {
  /** The largest resident memory, in megabytes (1,000,000 bytes). */
  readonly peakMb: number;
  /** The slowest answer of `/healthz`, in milliseconds. */
  readonly slowestMs: number;
  /** The same without the time for which the server's thread or the caller waited for a processor. */
  readonly slowestOwnMs: number;
  readonly answers: number;
  /** Answers other than 200, and calls without an answer. */
  readonly failures: number;
}

const EVERY_MS = 50;

/** Memory of a process by the kernel's count, in megabytes: now, and its most since the last call of {@link forgetPeak}. */
export function readMemory(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1e6;
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') };
}

// Shorter together than from one of the timers of a server to the next.
const LOOK_EVERY_MS = 100;
const IDLE_LOOKS = 5;

/**
 * Memory of a process after its start, in megabytes, once no thread of it has work: until then V8 compiles the embedded
 * database, which takes 500 MB more for a while, and longer beside other work.
 */
export async function readLevel(pid: number): Promise<number> {
  for (let idle = 0; idle < IDLE_LOOKS; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    idle = hasWork(pid) ? 0 : idle + 1;
  }
  return Math.round(readMemory(pid).nowMb);
}

function hasWork(pid: number): boolean {
  // A thread may end between the two calls.
  const stateOf = (thread: string) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.[0];
    } catch {
      return undefined;
    }
  };
  return readdirSync(`/proc/${pid}/task`).some((thread) => stateOf(thread) === 'R');
}

/** Lets the kernel count the peak from now on. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * Calls `/healthz` from a thread of its own, one call after the other, until it is stopped: what this process does meanwhile
 * does not slow it.
 */
export function watchProcess(url: string, pid: number): { stop(): Promise<Watched> } {
  forgetPeak(pid);
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, pid } });
  return {
    async stop() {
      const said = new Promise<Omit<Watched, 'peakMb'>>((resolve) => worker.once('message', resolve));
      worker.postMessage('stop');
      const health = await said;
      await worker.terminate();
      return { ...health, peakMb: readMemory(pid).peakMb };
    },
  };
}

if (!isMainThread) {
  const seen = { slowestMs: 0, slowestOwnMs: 0, answers: 0, failures: 0 };
  const { url, pid } = workerData as { url: string; pid: number };
  const waits = () => [readWaitMs(`${pid}/task/${pid}`), readWaitMs('thread-self')] as const;
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  // The call that runs when it is stopped counts.
  while (!isStopped) {
    const before = waits();
    const startedAt = performance.now();
    const status = await callHealth(url);
    const tookMs = performance.now() - startedAt;
    const after = waits();
    // Both may have waited at the same time.
    const waitedMs = Math.max(after[0] - before[0], after[1] - before[1]);
    seen.slowestMs = Math.max(seen.slowestMs, tookMs);
    seen.slowestOwnMs = Math.max(seen.slowestOwnMs, tookMs - waitedMs);
    seen.answers += 1;
    if (status !== 200) seen.failures += 1;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  parentPort?.postMessage(seen);
}

/** How long a thread was ready to run and had no processor, in milliseconds. */
function readWaitMs(thread: string): number {
  return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}

function callHealth(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(`${url}/healthz`, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', () => resolve(undefined));
    sent.end();
  });
}
