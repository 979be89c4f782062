import type { FrameQuality } from '../quality/frame-quality.ts';
import type { DecodedCode, EngineName } from '../reads/barcode-read.ts';

/** The result of decoding one frame: for overlays, hints and diagnostics. */
export interface FrameReport {
  /** Everything the frame shows, believed or not, with corners in pixels of the video. */
  readonly codes: readonly DecodedCode[];
  /** Milliseconds the worker spent. */
  readonly decodeMs: number;
  readonly engine: EngineName;
  readonly quality: FrameQuality;
}
