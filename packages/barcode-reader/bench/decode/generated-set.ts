import type { Symbology } from '../../src/model/symbologies.ts';
import {
  type BarcodeGrid,
  type CodeScene,
  cameraFrames,
  type DrawableSymbology,
  drawBarcode,
  type EmptyScene,
} from '../../src/testing/index.ts';
import { createSeededRandom, type SeededRandom } from '../../src/testing/seeded-random.ts';
import { asked, type DecodeCase } from './decode-case.ts';

type Range = readonly [number, number];

/** The conditions of a level; lengths that depend on the size of the code are in its squares. */
interface Level {
  readonly name: string;
  readonly pixelsPerModule: Range;
  /** The blur of the lens, in squares of deviation. */
  readonly blur: Range;
  /** The motion while the shutter is open, in squares. */
  readonly drift: Range;
  readonly noise: Range;
  readonly tilt: Range;
  readonly turn: number;
  readonly contrast: Range;
  readonly light: Range;
  /** The strength of the one further disturbance of each code. */
  readonly trouble: Range;
}

const levels: readonly Level[] = [
  {
    name: 'easy',
    pixelsPerModule: [3, 6],
    blur: [0.1, 0.25],
    drift: [0, 0.3],
    noise: [1, 4],
    tilt: [0, 12],
    turn: 12,
    contrast: [0.8, 1],
    light: [0.8, 1.1],
    trouble: [0, 0.25],
  },
  {
    name: 'medium',
    pixelsPerModule: [2, 4],
    blur: [0.2, 0.45],
    drift: [0.1, 0.6],
    noise: [2, 5],
    tilt: [6, 25],
    turn: 40,
    contrast: [0.55, 0.9],
    light: [0.6, 1],
    trouble: [0.1, 0.5],
  },
  {
    name: 'hard',
    pixelsPerModule: [1.6, 3.2],
    blur: [0.35, 0.6],
    drift: [0.2, 0.9],
    noise: [3, 7],
    tilt: [12, 35],
    turn: 180,
    contrast: [0.4, 0.75],
    light: [0.4, 0.8],
    trouble: [0.3, 0.8],
  },
];

const troubles = [
  (badness: number) => ({ glare: badness }),
  (badness: number) => ({ curveDegrees: 50 * badness }),
  (badness: number) => ({ damage: 0.08 * badness }),
  (badness: number) => ({ unevenLight: 0.15 + 0.6 * badness }),
  (badness: number) => ({ light: 0.6 - 0.4 * badness }),
  // Light codes on a dark ground are rare in camera frames, so they appear only under otherwise easy conditions.
  (badness: number) => ({ inverted: badness < 0.25 }),
] as const;

const frameSize = { width: 1280, height: 720, framesPerSecond: 15 };
const shutterSeconds = 0.01;

/** Hand-held codes, four consecutive frames of 720p each: `each` codes of every symbology on every level. */
export async function* generatedCodes(seed: number, each: number): AsyncGenerator<DecodeCase> {
  const random = createSeededRandom(seed);
  for (let round = 0; round < each; round++) {
    for (const symbology of asked as readonly DrawableSymbology[]) {
      for (const level of levels) {
        const text = textFor(symbology, random);
        const scene = sceneOf(symbology, text, level, { random, grid: await drawBarcode(symbology, text) });
        yield {
          group: level.name,
          symbology,
          texts: [text],
          frames: await draw(scene, Math.floor(random.next() * 1e6), random.next()),
        };
      }
    }
  }
}

/** Frames without a code: half of a plain background, half of one with print, grilles and weave. */
export async function* generatedEmpties(seed: number, count: number): AsyncGenerator<DecodeCase> {
  const random = createSeededRandom(seed);
  for (let index = 0; index < count; index++) {
    const scene: EmptyScene = {
      empty: true,
      seconds: 4 / 15,
      noise: random.between(1, 6),
      light: random.between(0.5, 1),
    };
    const textured = index % 2 === 1;
    yield {
      group: textured ? 'textured' : 'plain',
      symbology: null,
      texts: [],
      frames: await draw(scene, Math.floor(random.next() * 1e6), textured ? 1 : 0),
    };
  }
}

async function draw(scene: CodeScene | EmptyScene, seed: number, clutter: number) {
  const frames = [];
  for await (const frame of cameraFrames({ ...frameSize, scenes: [scene], seed, clutter })) frames.push(frame);
  return frames;
}

function sceneOf(
  symbology: DrawableSymbology,
  text: string,
  level: Level,
  { random, grid }: { random: SeededRandom; grid: BarcodeGrid },
): CodeScene {
  const within = ([low, high]: Range) => random.between(low, high);
  const rotateDegrees = random.between(-level.turn, level.turn);
  const pixelsPerModule = Math.min(within(level.pixelsPerModule), largestThatFits(grid, rotateDegrees));
  const trouble = troubles[Math.floor(random.next() * troubles.length)]?.(within(level.trouble));
  return {
    symbology,
    text,
    seconds: 4 / frameSize.framesPerSecond,
    pixelsPerModule,
    centre: { x: random.between(0.4, 0.6), y: random.between(0.4, 0.6) },
    blur: within(level.blur) * pixelsPerModule,
    motion: (within(level.drift) * pixelsPerModule) / shutterSeconds,
    noise: within(level.noise),
    tiltDegrees: within(level.tilt),
    rotateDegrees,
    contrast: within(level.contrast),
    light: within(level.light),
    ...trouble,
  };
}

/** The largest square size in pixels at which the rotated, moving code stays in the frame. */
function largestThatFits({ width, height }: BarcodeGrid, rotateDegrees: number): number {
  const angle = (rotateDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [wide, tall] = [width * cos + height * sin, width * sin + height * cos];
  return 0.75 * Math.min(frameSize.width / wide, frameSize.height / tall);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A text of typical content and length for a symbology. */
function textFor(symbology: Symbology, random: SeededRandom): string {
  const pick = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random.next() * alphabet.length)]).join('');
  const digits = (length: number) => pick('0123456789', length);
  const length = (low: number, high: number) => Math.floor(random.between(low, high + 1));
  switch (symbology) {
    case 'ean_13':
      return checked(`${1 + Math.floor(random.next() * 9)}${digits(11)}`);
    case 'ean_8':
      return checked(digits(7));
    case 'upc_a':
      return checked(digits(11));
    case 'upc_e':
      return checkedUpcE(`0${digits(6)}`);
    case 'itf':
      return checked(digits(13));
    case 'codabar':
      return `A${digits(length(7, 11))}B`;
    case 'code_39':
    case 'code_93':
      return pick(letters, length(6, 10));
    case 'code_128':
      return pick(letters, length(8, 14));
    case 'qr_code':
      return random.next() < 0.5 ? pick(letters, length(10, 24)) : `https://t.example/${pick(letters, length(8, 30))}`;
    default:
      return pick(letters, length(10, 32));
  }
}

/** Digits with the check digit of EAN, UPC and ITF-14 appended. */
function checked(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The check digit of a UPC-E is that of the UPC-A it abbreviates. */
function checkedUpcE(seven: string): string {
  const [system = '', a = '', b = '', c = '', d = '', e = '', last = ''] = seven;
  const bodies: Record<string, string> = { 3: `${a}${b}${c}00000${d}${e}`, 4: `${a}${b}${c}${d}00000${e}` };
  const body =
    bodies[last] ?? (Number(last) <= 2 ? `${a}${b}${last}0000${c}${d}${e}` : `${a}${b}${c}${d}${e}0000${last}`);
  return `${seven}${checked(`${system}${body}`).at(-1)}`;
}
