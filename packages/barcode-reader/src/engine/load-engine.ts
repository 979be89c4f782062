import { BarcodeReaderError } from '../model/errors.ts';
import type { Symbology } from '../model/symbologies.ts';
import type { Engine } from '../ports/engine.ts';
import type { EngineName } from '../reads/barcode-read.ts';
import { createGreyDecoder, type Decoder, type Wanted } from './decoder.ts';
import {
  findNativeDetector,
  type NativeDetectorClass,
  type NativeProof,
  proveNativeDetector,
} from './native-detector.ts';
import { drawTestSymbol, testSymbols } from './test-symbols.ts';
import type { WasmSource } from './wasm-source.ts';

/** Which engine to use: by name, or `auto` for the best that passes its test. */
export type EngineChoice = EngineName | 'auto';

/** The outcome of trying one engine. */
export interface EngineProbe {
  readonly engine: EngineName;
  readonly chosen: boolean;
  /** Why it was chosen or not: it helps to explain a slow scanner. */
  readonly reason: string;
  /** Milliseconds that the test took; 0 when it was not tried. */
  readonly ms: number;
}

/** The chosen engine, and why no other was chosen. */
export interface ChosenDecoder {
  readonly decoder: Decoder;
  readonly probes: readonly EngineProbe[];
}

/** Options of the engine loader. */
export interface EngineLoaderOptions {
  readonly wasm: WasmSource;
  /** The browser's own detector. @default globalThis.BarcodeDetector */
  readonly nativeDetector?: NativeDetectorClass | null;
  /** A clock in milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** Chooses engines; each is loaded when it is first tried, and reused. */
export interface EngineLoader {
  /** @throws BarcodeReaderError `engine-unavailable` when no engine that the choice allows can be used */
  choose(choice: EngineChoice, wanted: Wanted): Promise<ChosenDecoder>;
  /** Never chooses this engine again: it failed while it was in use. */
  exclude(engine: EngineName, reason: string): void;
}

/**
 * Creates a loader of engines.
 *
 * `auto` uses the browser's own detector if it reads a built-in symbol of every wanted symbology correctly, otherwise
 * WebAssembly, and the JavaScript decoder only where WebAssembly is not allowed. `native` leaves the symbologies that the
 * detector misreads or lacks to WebAssembly.
 */
export function createEngineLoader(options: EngineLoaderOptions): EngineLoader {
  const { now = () => performance.now() } = options;
  const grey = new Map<'wasm' | 'js', Promise<Engine>>();
  const proofs = new Map<Symbology, NativeProof>();
  const excluded = new Map<EngineName, string>();

  const nativeDetector = () => (options.nativeDetector === undefined ? findNativeDetector() : options.nativeDetector);

  /** The engine after it has read a built-in symbol. */
  function greyEngine(name: 'wasm' | 'js'): Promise<Engine> {
    const loading = grey.get(name) ?? loadEngine(name, options.wasm).then(proved);
    grey.set(name, loading);
    // The next call tries again.
    loading.catch(() => grey.delete(name));
    return loading;
  }

  async function tryNative({ symbologies, maximumCodes }: Wanted, alone: boolean): Promise<Decoder | string> {
    const Detector = nativeDetector();
    if (!Detector) return 'this browser has none';
    const unknown = symbologies.filter((symbology) => !proofs.has(symbology));
    for (const [symbology, proof] of await proveNativeDetector(Detector, unknown)) proofs.set(symbology, proof);
    const good = symbologies.filter((symbology) => proofs.get(symbology) === 'read');
    const rest = symbologies.filter((symbology) => proofs.get(symbology) !== 'read');
    const failures = rest.map((symbology) => `${symbology} ${proofs.get(symbology)}`).join(', ');
    if (good.length === 0 && rest.length > 0) return `it reads nothing that is wanted: ${failures}`;
    if (alone && rest.length > 0) return `it does not read everything that is wanted: ${failures}`;
    const { createNativeDecoder } = await import('./native-decoder.ts');
    const wanted = { symbologies, maximumCodes };
    if (rest.length === 0) return createNativeDecoder(Detector, wanted, null);
    const decoder = createGreyDecoder(await greyEngine('wasm'), { symbologies: rest, maximumCodes });
    return createNativeDecoder(Detector, wanted, { decoder, symbologies: rest });
  }

  async function tryOne(name: EngineName, wanted: Wanted, alone: boolean): Promise<Decoder | string> {
    try {
      const broken = excluded.get(name);
      if (broken !== undefined) return broken;
      if (name === 'native') return await tryNative(wanted, alone);
      return createGreyDecoder(await greyEngine(name), wanted);
    } catch (error) {
      if (error instanceof Error) return error.message;
      throw error;
    }
  }

  return {
    async choose(choice, wanted) {
      const order: readonly EngineName[] = choice === 'auto' ? ['native', 'wasm', 'js'] : [choice];
      const probes: EngineProbe[] = [];
      let decoder: Decoder | null = null;
      for (const engine of order) {
        if (decoder) {
          probes.push({ engine, chosen: false, reason: `not tried: ${decoder.name} is better`, ms: 0 });
          continue;
        }
        const startedAt = now();
        const outcome = await tryOne(engine, wanted, choice === 'auto');
        const ms = now() - startedAt;
        if (typeof outcome === 'string') {
          probes.push({ engine, chosen: false, reason: outcome, ms });
        } else {
          decoder = outcome;
          probes.push({ engine, chosen: true, reason: 'it read the built-in symbols', ms });
        }
      }
      if (decoder) return { decoder, probes };
      const reasons = probes.map(({ engine, reason }) => `${engine}: ${reason}`).join('; ');
      throw new BarcodeReaderError('engine-unavailable', `No decoder can be used (${reasons}).`);
    },
    exclude: (engine, reason) => void excluded.set(engine, reason),
  };
}

/** Engines are chunks of their own: a browser with a good detector never fetches them. */
async function loadEngine(name: 'wasm' | 'js', wasm: WasmSource): Promise<Engine> {
  if (name === 'wasm') return (await import('./wasm-engine.ts')).loadWasmEngine(wasm);
  return (await import('./js-engine.ts')).loadJsEngine();
}

function proved(engine: Engine): Engine {
  const [symbol] = testSymbols;
  if (!symbol) return engine;
  const [code] = engine.decode(drawTestSymbol(symbol), { symbologies: [symbol.symbology] });
  if (code?.text === symbol.text) return engine;
  throw new BarcodeReaderError('engine-unavailable', 'It misreads a built-in symbol.');
}
