import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** What a process needed while it was watched. */
export interface Watched {
  /** The largest resident memory, in megabytes (1,000,000 bytes). */
  readonly peakMb: number;
  /** The slowest answer of `/healthz`, in milliseconds. */
  readonly slowestMs: number;
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

const SETTLING_MS = 250;
const SETTLED = 0.99;

/** Memory of a process after its start, in megabytes, once it has given back what only the start needed. */
export async function readLevel(pid: number): Promise<number> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const { nowMb } = readMemory(pid);
    if (nowMb >= before * SETTLED) return Math.round(Math.min(nowMb, before));
    before = nowMb;
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  }
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
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
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
  const seen = { slowestMs: 0, answers: 0, failures: 0 };
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  // The call that runs when it is stopped counts.
  while (!isStopped) {
    const startedAt = performance.now();
    const status = await callHealth(workerData as string);
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startedAt);
    seen.answers += 1;
    if (status !== 200) seen.failures += 1;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  parentPort?.postMessage(seen);
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
