import { systemClock, withinTime } from '@scantix/runtime-utils';
import type { Symbology } from '../model/symbologies.ts';
import { colourOf } from '../picture/colour-of.ts';
import type { LimitTimer } from '../ports/timers.ts';
import { drawTestSymbol, testSymbols } from './test-symbols.ts';

/** A code as the browser's own detector reports it (W3C Shape Detection). */
export interface NativeBarcode {
  readonly rawValue: string;
  readonly format: string;
  readonly boundingBox: DOMRectReadOnly;
  readonly cornerPoints: readonly { readonly x: number; readonly y: number }[];
}

/** The browser's own detector. */
export interface NativeDetector {
  /** Rejects where the system service behind it is missing, and may never settle. */
  detect(image: ImageBitmapSource): Promise<readonly NativeBarcode[]>;
}

/** The class of the browser's own detector, `BarcodeDetector`. */
export interface NativeDetectorClass {
  new (options?: { formats?: string[] }): NativeDetector;
  /** The names are those of W3C; a listed one may still not be read. */
  getSupportedFormats(): Promise<string[]>;
}

/** The detector class of this browser; `null` where it has none. */
export function findNativeDetector(): NativeDetectorClass | null {
  return (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector ?? null;
}

/** The outcome of the test for one symbology. */
export type NativeProof = 'read' | 'unsupported' | 'misread' | 'silent' | 'untestable';

/** A detector that takes longer for all symbols together hangs, as some do where their system service is missing. */
const provingMs = 2000;

/**
 * Makes the detector read one built-in symbol of each symbology; it is trusted with those that it reads exactly. Never
 * rejects and never hangs: a detector that throws or does not answer has failed.
 */
export async function proveNativeDetector(
  Detector: NativeDetectorClass,
  wanted: readonly Symbology[],
  clock: LimitTimer = systemClock,
): Promise<ReadonlyMap<Symbology, NativeProof>> {
  const proofs = new Map<Symbology, NativeProof>();
  async function proveAll() {
    const supported = await Detector.getSupportedFormats().catch((): string[] => []);
    for (const symbology of wanted) proofs.set(symbology, await prove(Detector, symbology, supported));
  }
  await withinTime(proveAll(), { timeoutMs: provingMs, onTimeout: () => {}, clock });
  return new Map(wanted.map((symbology) => [symbology, proofs.get(symbology) ?? 'silent']));
}

async function prove(
  Detector: NativeDetectorClass,
  symbology: Symbology,
  supported: readonly string[],
): Promise<NativeProof> {
  const symbol = testSymbols.find((one) => one.symbology === symbology);
  if (!symbol) return 'untestable';
  if (!supported.includes(symbology)) return 'unsupported';
  try {
    const codes = await new Detector({ formats: [symbology] }).detect(colourOf(drawTestSymbol(symbol)));
    const [code] = codes;
    const right = codes.length === 1 && code?.rawValue === symbol.text && code.format === symbology;
    return right ? 'read' : 'misread';
  } catch {
    return 'misread';
  }
}
