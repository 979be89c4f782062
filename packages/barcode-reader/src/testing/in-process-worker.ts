import { createEngineLoader, type EngineLoader } from '../engine/load-engine.ts';
import type { WorkerLike } from '../ports/worker-like.ts';
import { createDecodeSession } from '../worker/decode-session.ts';
import { readWasmBytes } from './wasm-bytes.ts';

/** The real decoder with the real messages but no thread of its own, for tests in Node. */
export function createInProcessWorker(): WorkerLike & { readonly terminated: boolean } {
  const events = new EventTarget();
  let terminated = false;
  const session = createDecodeSession({
    createLoader: createNodeLoader,
    reply: (response) => {
      if (!terminated) events.dispatchEvent(new MessageEvent('message', { data: structuredClone(response) }));
    },
  });
  return {
    get terminated() {
      return terminated;
    },
    postMessage: (message, transfer) => void session.receive(structuredClone(message, { transfer })),
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    terminate() {
      terminated = true;
    },
  };
}

/** Loads the decoder from the disk: Node's `fetch` reads no files. */
export function createNodeLoader(): EngineLoader {
  const loader = readWasmBytes().then((bytes) => createEngineLoader({ wasm: { bytes } }));
  return {
    choose: async (choice, wanted) => (await loader).choose(choice, wanted),
    exclude: (engine, reason) => void loader.then((ready) => ready.exclude(engine, reason)),
  };
}
