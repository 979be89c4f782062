import { Worker } from 'node:worker_threads';
import type { RowToSeal } from './seal-lines.ts';
import type { SealAnswer, SealOrder } from './seal-worker.ts';

/** Seals rows in a thread of its own, so that no scan waits for it. */
export interface Sealer {
  /** Seals rows, each as a line. */
  lines(rows: readonly RowToSeal[]): Promise<string[]>;
  /** Seals rows as one body, compressed with gzip. `sha256`: of the lines before compression. */
  segment(rows: readonly RowToSeal[]): Promise<{ sha256: Uint8Array; body: Uint8Array }>;
  /** Ends the thread. What it still has to seal is rejected. */
  stop(): Promise<void>;
}

/** From source beside this file, and in the bundle beside the one file that this one is a part of. */
const fromSource = import.meta.url.endsWith('.ts');
const MODULE = new URL(fromSource ? './seal-worker.ts' : './seal-worker.js', import.meta.url);

/** Creates a sealer. Its thread starts with the first rows, and again after it has ended. */
export function createSealer(): Sealer {
  const waiting = new Map<number, PromiseWithResolvers<SealAnswer>>();
  let worker: Worker | null = null;
  let orders = 0;

  function start(): Worker {
    const started = new Worker(MODULE, fromSource ? { execArgv: ['--conditions=@scantix/source'] } : {});
    // The thread alone does not keep the process running.
    started.unref();
    started.on('message', (answer: SealAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    const end = (cause: unknown) => {
      if (worker === started) worker = null;
      for (const { reject } of waiting.values()) reject(new Error('The sealing thread has ended', { cause }));
      waiting.clear();
    };
    started.on('error', end);
    started.on('exit', end);
    return started;
  }

  async function ask(rows: readonly RowToSeal[], as: SealOrder['as']): Promise<SealAnswer> {
    worker ??= start();
    orders += 1;
    const answer = Promise.withResolvers<SealAnswer>();
    waiting.set(orders, answer);
    worker.postMessage({ id: orders, rows, as } satisfies SealOrder);
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
      await worker?.terminate();
    },
  };
}
