import { Worker } from 'node:worker_threads';
import type { RowToSeal } from './seal-lines.ts';
import type { SealAnswer, SealOrder } from './seal-worker.ts';

/** Seals rows in a thread of its own, so that no scan waits for it. */
export interface SealThread {
  /** Seals rows, each as a line. */
  lines(rows: readonly RowToSeal[]): Promise<string[]>;
  /** Seals rows as one body, compressed with gzip. `sha256`: of the lines before compression. */
  segment(rows: readonly RowToSeal[]): Promise<{ sha256: Uint8Array; body: Uint8Array }>;
  /** Ends the thread for good. What it still has to seal is rejected. */
  stop(): Promise<void>;
}

/** From source beside this file, and in the bundle beside the one file that this one is a part of. */
const fromSource = import.meta.url.endsWith('.ts');
const MODULE = new URL(fromSource ? './seal-worker.ts' : './seal-worker.js', import.meta.url);

type StartedThread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;

const startThread = (): StartedThread =>
  new Worker(MODULE, fromSource ? { execArgv: ['--conditions=@scantix/source'] } : {});

/** Creates a sealing thread. It starts with the first rows, and again after it has ended. */
export function createSealThread(startNext = startThread): SealThread {
  let worker: {
    readonly thread: StartedThread;
    readonly waiting: Map<number, PromiseWithResolvers<SealAnswer>>;
  } | null = null;
  let orders = 0;
  let isStopped = false;

  function start() {
    const started = { thread: startNext(), waiting: new Map<number, PromiseWithResolvers<SealAnswer>>() };
    const { thread, waiting } = started;
    // The thread alone does not keep the process running.
    thread.unref();
    thread.on('message', (answer: SealAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    const end = (cause: unknown) => {
      if (worker === started) worker = null;
      for (const { reject } of waiting.values()) reject(new Error('The sealing thread has ended', { cause }));
      waiting.clear();
    };
    thread.on('error', end);
    thread.on('exit', end);
    return started;
  }

  async function ask(rows: readonly RowToSeal[], as: SealOrder['as']): Promise<SealAnswer> {
    // A thread that starts now would keep the process from ending.
    if (isStopped) throw new Error('The sealing thread has ended');
    worker ??= start();
    orders += 1;
    const answer = Promise.withResolvers<SealAnswer>();
    worker.waiting.set(orders, answer);
    worker.thread.postMessage({ id: orders, rows, as } satisfies SealOrder);
    return answer.promise;
  }

  return {
    async lines(rows) {
      if (rows.length === 0) return [];
      const answer = await ask(rows, 'lines');
      if ('lines' in answer) return answer.lines;
      throw new Error('The rows could not be sealed', { cause: answer });
    },
    async segment(rows) {
      const answer = await ask(rows, 'segment');
      if ('body' in answer) return answer;
      throw new Error('The rows could not be sealed', { cause: answer });
    },
    async stop() {
      isStopped = true;
      await worker?.thread.terminate();
    },
  };
}
