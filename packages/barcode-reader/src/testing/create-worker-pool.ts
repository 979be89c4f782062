import type { WorkerLike } from '../ports/worker-like.ts';

/**
 * Uses workers again: a reader gets the worker of one that has stopped, and configures it anew. To start one takes most of
 * the processor time of a test. A worker that owes an answer is not used again: the next reader would get it.
 */
export function createWorkerPool(createWorker: () => Worker): () => WorkerLike {
  const idle: Worker[] = [];
  return () => {
    const worker = idle.pop() ?? createWorker();
    const listening = new AbortController();
    const { signal } = listening;
    let unanswered = 0;
    worker.addEventListener('message', () => void unanswered--, { signal });
    return {
      postMessage(message, transfer) {
        unanswered++;
        worker.postMessage(message, transfer);
      },
      addEventListener: (type, listener) => worker.addEventListener(type, listener, { signal }),
      terminate() {
        listening.abort();
        if (unanswered === 0) idle.push(worker);
        else worker.terminate();
      },
    };
  };
}
