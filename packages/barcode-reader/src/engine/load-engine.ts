import type { EngineName } from '../reads/barcode-read.ts';
import type { Engine } from './engine.ts';
import { loadJsEngine } from './js-engine.ts';
import { loadWasmEngine, type WasmSource } from './wasm-engine.ts';

/** Which engine to use: by name, or `auto` for the best that runs. */
export type EngineChoice = EngineName | 'auto';

/**
 * The best engine that runs here: WebAssembly, and only where that is refused the decoder in JavaScript.
 *
 * @throws BarcodeReaderError `engine-unavailable` when the chosen one cannot be loaded
 */
export async function loadEngine(choice: EngineChoice, wasm: WasmSource): Promise<Engine> {
  if (choice === 'js') return loadJsEngine();
  if (choice === 'wasm') return loadWasmEngine(wasm);
  return loadWasmEngine(wasm).catch((cause: unknown) => loadJsEngine().catch(() => Promise.reject(cause)));
}
