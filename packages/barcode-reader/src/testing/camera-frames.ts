import type { Luminance } from '../picture/luminance.ts';
import { type BarcodeGrid, type DrawableSymbology, drawBarcode } from './draw-barcode.ts';
import { paintBackground } from './paint-background.ts';
import {
  type Bounds,
  blurCanvas,
  type CardAppearance,
  exposeCanvas,
  type Glare,
  lightOf,
  paintCard,
  toLight,
} from './paint-frame.ts';
import { scuffCard } from './scuff-card.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A code that is held before the camera for some time. */
export interface CodeScene {
  readonly symbology: DrawableSymbology;
  readonly text: string;
  /** Whether the text is a GS1 element string: `(01)09506000134352(10)AB12`. @default false */
  readonly gs1?: boolean;
  /** How long it is held; at least one frame is drawn. */
  readonly seconds: number;
  /** The share of the picture's width or height, whichever is reached first, that the code fills. @default 0.55 */
  readonly size?: number;
  /** The width of a square, or of the narrowest bar, in pixels; overrides `size`. */
  readonly pixelsPerModule?: number;
  /** The position of the code, as shares of the picture's width and height. @default the middle */
  readonly centre?: { readonly x: number; readonly y: number };
  /** The highest speed of the hand, in pixels a second; the shutter is open for 1/100 s. @default 0 */
  readonly motion?: number;
  /** The blur of the lens, in pixels of deviation. @default 0 */
  readonly blur?: number;
  /** The sensor's noise, in grey levels of deviation. @default 0 */
  readonly noise?: number;
  /** The tilt of the code away from the camera. @default 0 */
  readonly tiltDegrees?: number;
  /** The rotation of the code in the picture. @default 0 */
  readonly rotateDegrees?: number;
  /** How much darker the far side is, from 0 to 1. @default 0.15 */
  readonly unevenLight?: number;
  /** The brightness of the scene, from 0 to 1. @default 1 */
  readonly light?: number;
  /** The contrast of ink and paper, from 0 to 1. @default 1 */
  readonly contrast?: number;
  /** The strength of a lamp's reflection on a part of the code, from 0 to 1. @default 0 */
  readonly glare?: number;
  /** The bend of the card around a bottle, to each side. @default 0 */
  readonly curveDegrees?: number;
  /** The share of the code that is scratched off or stained, from 0 to 1. @default 0 */
  readonly damage?: number;
  /** Light squares on dark ground. @default false */
  readonly inverted?: boolean;
  /** Further codes held at the same time; light and noise of the picture come from this scene. @default none */
  readonly beside?: readonly Omit<CodeScene, 'seconds' | 'light' | 'unevenLight' | 'noise' | 'beside'>[];
}

/** The part of a scene that describes one card. */
type CardScene = Omit<CodeScene, 'seconds' | 'beside'>;

/** Some time without a code. */
export interface EmptyScene {
  readonly empty: true;
  /** How long it lasts; at least one frame is drawn. */
  readonly seconds: number;
  /** The sensor's noise, in grey levels of deviation. @default 0 */
  readonly noise?: number;
  /** The brightness of the scene, from 0 to 1. @default 1 */
  readonly light?: number;
}

/** What the camera shows for some time. */
export type Scene = CodeScene | EmptyScene;

/** Options of the drawing. */
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
  /** How much of the background is print, grilles and weave, from 0 to 1. @default 0 */
  readonly clutter?: number;
}

/** One frame, and the scene that it shows. */
export interface CameraFrame extends Luminance {
  /** 0 for the first frame of all scenes. */
  readonly index: number;
  readonly scene: Scene;
}

/** How long the shutter is open, in seconds. */
const exposureSeconds = 0.01;
const paper = 232;
const ink = 28;

/**
 * Draws the frames of a camera that real barcodes are held before, one after the other.
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
      return { card, grid, hand: at === 0 ? firstHand : drawHand(), ...appearanceOf(card, grid, random) };
    });
    const count = Math.max(1, Math.round(scene.seconds * framesPerSecond));
    const paint = (seconds: number) => {
      const canvas = { width, height, light: background.light.slice() };
      let glare: Glare | null = null;
      for (const { card, grid, hand, appearance, glareAt } of cards) {
        const { pose, drift } = handAt(card, grid, { width, height, seconds, hand });
        const painted = paintCard(canvas, grid, { pose, drift, appearance });
        blurCanvas(canvas, card.blur ?? 0, painted);
        glare ??= glareAt(painted);
      }
      return { canvas, glare };
    };
    const isMoving = cards.some(({ card }) => card.motion);
    let picture = paint(0);
    for (let step = 0; step < count; step++) {
      if (isMoving && step > 0) picture = paint(step / framesPerSecond);
      const unevenLight = 'empty' in scene ? 0.15 : (scene.unevenLight ?? 0.15);
      const exposure = { unevenLight, light: scene.light ?? 1, glare: picture.glare, noise: scene.noise ?? 0, random };
      yield { data: exposeCanvas(picture.canvas, exposure), width, height, index: index++, scene };
    }
  }
}

/** The appearance of a scene's card, and the position of a reflection on it, which moves with the card. */
function appearanceOf(scene: CardScene, grid: BarcodeGrid, random: SeededRandom) {
  const middle = (paper + ink) / 2;
  const reach = ((paper - ink) / 2) * (scene.contrast ?? 1) * (scene.inverted ? -1 : 1);
  const appearance: CardAppearance = {
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
  return { appearance, glareAt };
}

/** The pose of the card at a moment: the hand sways, fastest in the middle. */
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
