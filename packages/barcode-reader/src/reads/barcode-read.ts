import type { Symbology } from '../model/symbologies.ts';

/** A point of the picture, in pixels from its top left corner. */
export interface Point {
  /** To the right. */
  readonly x: number;
  /** Downwards. */
  readonly y: number;
}

/** The four corners of a code: top left, top right, bottom right, bottom left, in the code's own orientation. */
export type Corners = [Point, Point, Point, Point];

/** The decoders. */
export const engineNames = ['native', 'wasm', 'js'] as const;

/** Which decoder read the code: the browser's own, zxing-wasm, or the fallback where WebAssembly is not allowed. */
export type EngineName = (typeof engineNames)[number];

/** A code that an engine found in one picture, before it is believed. */
export interface DecodedCode {
  readonly text: string;
  /** The symbol's bytes; empty where the engine does not give them. */
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly symbology: Symbology;
  /** The symbology identifier of ISO/IEC 15424 (`]C1`); empty where the engine does not give it. */
  readonly identifier: string;
  readonly corners: Corners;
}

/** A code that is believed: `onRead` is called with it. */
export interface BarcodeRead extends DecodedCode {
  readonly engine: EngineName;
  /** How many frames had shown this text when it was believed; 1 for a still image. */
  readonly frames: number;
  /** Milliseconds from the first frame that showed it to the read, decoding included. */
  readonly elapsedMs: number;
}
