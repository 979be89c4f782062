import { BarcodeReaderError } from '../model/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { WorkerLike } from '../ports/worker-like.ts';
import type { WorkerRequest } from './requests.ts';
import { responseSchema, type WorkerResponse } from './responses.ts';

/** Options of the worker client. */
export interface WorkerClientOptions {
  readonly createWorker: () => WorkerLike;
  readonly clock: Clock;
  readonly configure: () => WorkerRequest;
  readonly onReady: (answer: ReadyAnswer) => void;
  /** Called after the worker failed and was terminated; `hadAnswered` says whether it ever returned codes. */
  readonly onFailed: (error: BarcodeReaderError, worker: { readonly hadAnswered: boolean }) => void;
  readonly answerTimeoutMs: number;
}

/** Which engine the worker uses, and why. */
export type ReadyAnswer = Extract<WorkerResponse, { type: 'ready' }>;

/** The worker's answer with the codes of one picture. */
export type CodesAnswer = Extract<WorkerResponse, { type: 'codes' }>;

interface Pending {
  resolve(answer: CodesAnswer): void;
  reject(error: BarcodeReaderError): void;
}

const tickMs = 1000;

/** The page's side of the protocol with the worker. */
export type WorkerClient = ReturnType<typeof createWorkerClient>;

/** Creates the page's side of the protocol: one answer for each request, and a timeout for all of them. */
export function createWorkerClient(options: WorkerClientOptions) {
  const pending = new Map<number, Pending>();
  let worker: WorkerLike | null = null;
  let nextId = 1;
  let hadAnswered = false;
  let silentMs = 0;
  let ticker: unknown = null;

  function close(error: BarcodeReaderError) {
    worker?.terminate();
    worker = null;
    options.clock.clearInterval(ticker);
    const waiting = [...pending.values()];
    pending.clear();
    for (const { reject } of waiting) reject(error);
  }

  function fail(error: BarcodeReaderError) {
    close(error);
    options.onFailed(error, { hadAnswered });
  }

  function broken(message: string, cause?: unknown) {
    fail(new BarcodeReaderError('worker-failed', message, { cause }));
  }

  function receive(data: unknown) {
    const parsed = responseSchema.safeParse(data);
    if (!parsed.success) return broken('The decoder sent an unknown answer.', parsed.error);
    silentMs = 0;
    const response = parsed.data;
    if (response.type === 'ready') return options.onReady(response);
    if (response.type === 'codes') {
      hadAnswered = true;
      pending.get(response.id)?.resolve(response);
      pending.delete(response.id);
      return;
    }
    const error = new BarcodeReaderError(response.code, response.message);
    if (response.id === null) return fail(error);
    pending.get(response.id)?.reject(error);
    pending.delete(response.id);
  }

  return {
    /** Creates and configures the worker. */
    open() {
      if (worker) return;
      hadAnswered = false;
      silentMs = 0;
      let made: WorkerLike;
      let configuration: WorkerRequest;
      try {
        configuration = options.configure();
        made = options.createWorker();
      } catch (cause) {
        return broken('The decoder cannot be started.', cause);
      }
      worker = made;
      const current = (listener: (event: Event) => void) => (event: Event) => {
        if (worker === made) listener(event);
      };
      made.addEventListener(
        'message',
        current((event) => receive((event as MessageEvent<unknown>).data)),
      );
      made.addEventListener(
        'error',
        current((event) => broken('The decoder failed.', event)),
      );
      made.addEventListener(
        'messageerror',
        current((event) => broken('An answer of the decoder cannot be read.', event)),
      );
      // Counted in ticks, not by the clock: the time that a phone sleeps must not count.
      ticker = options.clock.setInterval(() => {
        silentMs = pending.size === 0 ? 0 : silentMs + tickMs;
        if (silentMs >= options.answerTimeoutMs) broken('The decoder does not answer.');
      }, tickMs);
      made.postMessage(configuration, []);
    },
    /** Terminates the worker and rejects the pending requests. */
    close() {
      close(new BarcodeReaderError('stopped', 'The reader was stopped.'));
    },
    /** Posts a message that gets no answer. */
    post(request: WorkerRequest) {
      worker?.postMessage(request, []);
    },
    /** Requests the codes of a picture. @throws BarcodeReaderError */
    request(make: (id: number) => WorkerRequest, transfer: Transferable[] = []): Promise<CodesAnswer> {
      const { promise, resolve, reject } = Promise.withResolvers<CodesAnswer>();
      if (!worker) {
        reject(new BarcodeReaderError('not-started', 'The reader has not been started.'));
        return promise;
      }
      const id = nextId++;
      pending.set(id, { resolve, reject });
      try {
        worker.postMessage(make(id), transfer);
      } catch (cause) {
        pending.delete(id);
        reject(new BarcodeReaderError('invalid-frame', 'The frame cannot be posted to the decoder.', { cause }));
      }
      return promise;
    },
  };
}
