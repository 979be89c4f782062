import type { Luminance } from '../engine/engine.ts';
import { type BarcodeGrid, type DrawableSymbology, drawBarcode } from './draw-barcode.ts';
import { blurCanvas, exposeCanvas, paintBackground, paintCard } from './paint-frame.ts';
import { createSeededRandom } from './seeded-random.ts';

/** A code held before the camera for a while. */
export interface CodeScene {
  readonly symbology: DrawableSymbology;
  readonly text: string;
  readonly seconds: number;
  /** How much of the picture the code fills, of its width or its height, whichever it fills first. @default 0.55 */
  readonly size?: number;
  /** How fast the hand moves at its fastest, in pixels a second; the shutter is open for 1/100 s. @default 0 */
  readonly motion?: number;
  /** How far out of focus, in pixels of deviation. @default 0 */
  readonly blur?: number;
  /** The sensor's noise, in grey levels of deviation. @default 0 */
  readonly noise?: number;
  /** How far the code is tipped away from the camera. @default 0 */
  readonly tiltDegrees?: number;
  /** How far the code is turned in the picture. @default 0 */
  readonly rotateDegrees?: number;
  /** How much darker the far side is, from 0 to 1. @default 0.15 */
  readonly unevenLight?: number;
}

/** A while without any code. */
export interface EmptyScene {
  readonly empty: true;
  readonly seconds: number;
  /** @default 0 */
  readonly noise?: number;
}

/** What the camera sees for a while. */
export type Scene = CodeScene | EmptyScene;

/** What to draw. */
export interface CameraFramesOptions {
  /** @default 640 */
  readonly width?: number;
  /** @default 480 */
  readonly height?: number;
  /** @default 15 */
  readonly framesPerSecond?: number;
  readonly scenes: readonly Scene[];
  /** The same seed draws the same frames. @default 1 */
  readonly seed?: number;
}

/** One frame, and what it shows. */
export interface CameraFrame extends Luminance {
  readonly index: number;
  readonly scene: Scene;
}

/** How long the shutter is open, in seconds. */
const exposureSeconds = 0.01;

/**
 * Draws the frames of a camera before which real barcodes are held, one after the other.
 *
 * @example
 * for await (const frame of cameraFrames({ scenes: [{ symbology: 'qr_code', text: 'T-1', seconds: 1, motion: 60 }] })) ...
 */
export async function* cameraFrames(options: CameraFramesOptions): AsyncGenerator<CameraFrame, void, undefined> {
  const { width = 640, height = 480, framesPerSecond = 15, scenes, seed = 1 } = options;
  const background = paintBackground(width, height, seed);
  let index = 0;
  for (const [number, scene] of scenes.entries()) {
    const random = createSeededRandom(seed * 1000 + number);
    const grid = 'empty' in scene ? null : await drawBarcode(scene.symbology, scene.text);
    const hand = { angle: random.between(0, 360), phase: random.between(0, 6), tiltAxis: random.between(0, 180) };
    const count = Math.max(1, Math.round(scene.seconds * framesPerSecond));
    for (let step = 0; step < count; step++) {
      const canvas = { width, height, light: background.light.slice() };
      if (grid && !('empty' in scene)) {
        const { pose, drift } = handAt(scene, grid, { width, height, seconds: step / framesPerSecond, hand });
        blurCanvas(canvas, scene.blur ?? 0, paintCard(canvas, grid, pose, drift));
      }
      const unevenLight = 'empty' in scene ? 0.15 : (scene.unevenLight ?? 0.15);
      const data = exposeCanvas(canvas, { unevenLight, noise: scene.noise ?? 0, random });
      yield { data, width, height, index: index++, scene };
    }
  }
}

/** Where a hand holds the card at a moment: it sways to and fro, fastest in the middle. */
function handAt(
  scene: CodeScene,
  grid: BarcodeGrid,
  at: { width: number; height: number; seconds: number; hand: { angle: number; phase: number; tiltAxis: number } },
) {
  const swaysPerSecond = 0.8;
  const angle = (at.hand.angle * Math.PI) / 180;
  const turn = 2 * Math.PI * swaysPerSecond;
  const peak = scene.motion ?? 0;
  const offset = (peak / turn) * Math.sin(turn * at.seconds + at.hand.phase);
  const speed = peak * Math.cos(turn * at.seconds + at.hand.phase);
  const fill = scene.size ?? 0.55;
  return {
    pose: {
      x: at.width / 2 + Math.cos(angle) * offset,
      y: at.height / 2 + Math.sin(angle) * offset,
      pixelsPerModule: fill * Math.min(at.width / grid.width, at.height / grid.height),
      rotateDegrees: scene.rotateDegrees ?? 0,
      tiltDegrees: scene.tiltDegrees ?? 0,
      tiltAxisDegrees: at.hand.tiltAxis,
      distance: at.width * 1.2,
    },
    drift: { x: Math.cos(angle) * speed * exposureSeconds, y: Math.sin(angle) * speed * exposureSeconds },
  };
}
