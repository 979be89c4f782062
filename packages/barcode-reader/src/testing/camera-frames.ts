import type { Luminance } from '../picture/luminance.ts';
import { type BarcodeGrid, type DrawableSymbology, drawBarcode } from './draw-barcode.ts';
import { paintBackground } from './paint-background.ts';
import {
  type Bounds,
  blurCanvas,
  type CardLook,
  exposeCanvas,
  type Glare,
  lightOf,
  paintCard,
  toLight,
} from './paint-frame.ts';
import { scuffCard } from './scuff-card.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A code held before the camera for a while. */
export interface CodeScene {
  readonly symbology: DrawableSymbology;
  readonly text: string;
  /** Whether the text is a GS1 element string: `(01)09506000134352(10)AB12`. @default false */
  readonly gs1?: boolean;
  readonly seconds: number;
  /** How much of the picture the code fills, of its width or its height, whichever it fills first. @default 0.55 */
  readonly size?: number;
  /** Pixels that a square of the code, or its narrowest bar, measures; it rules `size`. */
  readonly pixelsPerModule?: number;
  /** Where the code is held, in parts of the picture's width and height. @default the middle */
  readonly centre?: { readonly x: number; readonly y: number };
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
  /** How bright it is, from 0 to 1. @default 1 */
  readonly light?: number;
  /** How far ink and paper lie apart, from 0 to 1. @default 1 */
  readonly contrast?: number;
  /** How strongly a lamp mirrors itself in a part of the code, from 0 to 1. @default 0 */
  readonly glare?: number;
  /** How far the card bends around a bottle, to each side. @default 0 */
  readonly curveDegrees?: number;
  /** The share of the code that is scratched off or blotted out, from 0 to 1. @default 0 */
  readonly damage?: number;
  /** Light squares on dark ground. @default false */
  readonly inverted?: boolean;
  /** Further codes held at the same time; light and noise of the picture are those of this one. @default none */
  readonly beside?: readonly Omit<CodeScene, 'seconds' | 'light' | 'unevenLight' | 'noise' | 'beside'>[];
}

/** What makes one card of a scene. */
type CardScene = Omit<CodeScene, 'seconds' | 'beside'>;

/** A while without any code. */
export interface EmptyScene {
  readonly empty: true;
  readonly seconds: number;
  /** @default 0 */
  readonly noise?: number;
  /** @default 1 */
  readonly light?: number;
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
  /** How much of the ground is print, grilles and weave, from 0 to 1. @default 0 */
  readonly clutter?: number;
}

/** One frame, and what it shows. */
export interface CameraFrame extends Luminance {
  readonly index: number;
  readonly scene: Scene;
}

/** How long the shutter is open, in seconds. */
const exposureSeconds = 0.01;
const paper = 232;
const ink = 28;

/**
 * Draws the frames of a camera before which real barcodes are held, one after the other.
 *
 * @example
 * for await (const frame of cameraFrames({ scenes: [{ symbology: 'qr_code', text: 'T-1', seconds: 1, motion: 60 }] })) ...
 */
export async function* cameraFrames(options: CameraFramesOptions): AsyncGenerator<CameraFrame, void, undefined> {
  const { width = 640, height = 480, framesPerSecond = 15, scenes, seed = 1, clutter = 0 } = options;
  const background = toLight(paintBackground(width, height, seed, clutter));
  let index = 0;
  for (const [number, scene] of scenes.entries()) {
    const random = createSeededRandom(seed * 1000 + number);
    const held = 'empty' in scene ? [] : [scene, ...(scene.beside ?? [])];
    const grids = await Promise.all(held.map((card) => drawBarcode(card.symbology, card.text, card)));
    const drawHand = () => ({
      angle: random.between(0, 360),
      phase: random.between(0, 6),
      tiltAxis: random.between(0, 180),
    });
    const firstHand = drawHand();
    const cards = held.flatMap((card, at) => {
      const grid = grids[at];
      if (!grid) return [];
      return { card, grid, hand: at === 0 ? firstHand : drawHand(), ...lookOf(card, grid, random) };
    });
    const count = Math.max(1, Math.round(scene.seconds * framesPerSecond));
    for (let step = 0; step < count; step++) {
      const canvas = { width, height, light: background.light.slice() };
      let glare: Glare | null = null;
      for (const { card, grid, hand, look, glareAt } of cards) {
        const { pose, drift } = handAt(card, grid, { width, height, seconds: step / framesPerSecond, hand });
        const painted = paintCard(canvas, grid, { pose, drift, look });
        blurCanvas(canvas, card.blur ?? 0, painted);
        glare ??= glareAt(painted);
      }
      const unevenLight = 'empty' in scene ? 0.15 : (scene.unevenLight ?? 0.15);
      const exposure = { unevenLight, light: scene.light ?? 1, glare, noise: scene.noise ?? 0, random };
      yield { data: exposeCanvas(canvas, exposure), width, height, index: index++, scene };
    }
  }
}

/** What the card of a scene looks like, and where a lamp mirrors itself in it: on the card, wherever that goes. */
function lookOf(scene: CardScene, grid: BarcodeGrid, random: SeededRandom) {
  const middle = (paper + ink) / 2;
  const reach = ((paper - ink) / 2) * (scene.contrast ?? 1) * (scene.inverted ? -1 : 1);
  const look: CardLook = {
    paper: lightOf(middle + reach),
    ink: lightOf(middle - reach),
    curveDegrees: scene.curveDegrees ?? 0,
    scuffs: scuffCard(grid, scene.damage ?? 0, random),
  };
  const strength = scene.glare ?? 0;
  const [across, down] = strength > 0 ? [random.between(0.25, 0.75), random.between(0.25, 0.75)] : [0, 0];
  const glareAt = ({ left, top, right, bottom }: Bounds): Glare | null =>
    strength > 0
      ? {
          x: left + (right - left) * across,
          y: top + (bottom - top) * down,
          radius: 0.35 * Math.max(right - left, bottom - top),
          strength,
        }
      : null;
  return { look, glareAt };
}

/** Where a hand holds the card at a moment: it sways to and fro, fastest in the middle. */
function handAt(
  scene: CardScene,
  grid: BarcodeGrid,
  at: { width: number; height: number; seconds: number; hand: { angle: number; phase: number; tiltAxis: number } },
) {
  const swaysPerSecond = 0.8;
  const angle = (at.hand.angle * Math.PI) / 180;
  const turn = 2 * Math.PI * swaysPerSecond;
  const peak = scene.motion ?? 0;
  const offset = (peak / turn) * Math.sin(turn * at.seconds + at.hand.phase);
  const speed = peak * Math.cos(turn * at.seconds + at.hand.phase);
  const filling = (scene.size ?? 0.55) * Math.min(at.width / grid.width, at.height / grid.height);
  const centre = scene.centre ?? { x: 0.5, y: 0.5 };
  return {
    pose: {
      x: at.width * centre.x + Math.cos(angle) * offset,
      y: at.height * centre.y + Math.sin(angle) * offset,
      pixelsPerModule: scene.pixelsPerModule ?? filling,
      rotateDegrees: scene.rotateDegrees ?? 0,
      tiltDegrees: scene.tiltDegrees ?? 0,
      tiltAxisDegrees: at.hand.tiltAxis,
      distance: at.width * 1.2,
    },
    drift: { x: Math.cos(angle) * speed * exposureSeconds, y: Math.sin(angle) * speed * exposureSeconds },
  };
}
