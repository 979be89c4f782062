import type { Symbology } from '../model/symbologies.ts';

/** A point of the picture: pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The four corners of a code: top left, top right, bottom right, bottom left, as the code itself is read. */
export type Corners = [Point, Point, Point, Point];

/** The decoders there are. */
export const engineNames = ['native', 'wasm', 'js'] as const;

/** Which decoder read the code: the browser's own, zxing-wasm, or the fallback where WebAssembly may not run. */
export type EngineName = (typeof engineNames)[number];

/** What an engine found in one picture, before anything is believed. */
export interface DecodedCode {
  readonly text: string;
  /** The symbol's bytes; empty where the engine does not give them. */
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly symbology: Symbology;
  /** The symbology identifier of ISO/IEC 15424 (`]C1`); empty where the engine does not give it. */
  readonly identifier: string;
  readonly corners: Corners;
}

/** One code that was read and is believed. */
export interface BarcodeRead extends DecodedCode {
  readonly engine: EngineName;
  /** How many frames showed this text until it was believed; 1 for a still image. */
  readonly frames: number;
  /** Milliseconds from the first frame that showed it to the read, decoding included. */
  readonly elapsedMs: number;
}
