import type { DecodedCode, Point } from '../reads/barcode-read.ts';
import type { Symbology } from '../symbologies.ts';
import type { Engine, Luminance } from './engine.ts';
import { double, halve, sharpen } from './luminance.ts';

/** Kinds that one full-size look takes together: what they cost is of the same order. */
const groups: readonly (readonly Symbology[])[] = [
  ['qr_code', 'micro_qr_code', 'rmqr_code', 'aztec'],
  [
    'code_128',
    'code_39',
    'code_93',
    'codabar',
    'itf',
    'ean_13',
    'ean_8',
    'upc_a',
    'upc_e',
    'databar',
    'databar_limited',
    'databar_expanded',
  ],
  ['data_matrix', 'maxi_code'],
  ['pdf417', 'micro_pdf417'],
];

/** Reads moving pictures: cheap looks at every frame, one dear look a frame, in turn. */
export interface Cascade {
  decode(picture: Luminance): DecodedCode[];
}

/**
 * A quick look at the half-size frame for every kind; when it finds nothing, one thorough look at full size for one
 * group of kinds, another group each frame, every other round for light codes on dark ground.
 */
export function createCascade(engine: Engine, symbologies: readonly Symbology[]): Cascade {
  const turns = groups
    .map((group) => group.filter((symbology) => symbologies.includes(symbology)))
    .filter((group) => group.length > 0);
  let turn = 0;

  return {
    decode(picture) {
      if (picture.width >= 320 && picture.height >= 320) {
        const quick = engine.decode(halve(picture), { symbologies, rotate: true });
        if (quick.length > 0) return quick.map((code) => scaleCode(code, 2, 2));
      }
      const group = turns[turn % turns.length];
      if (!group) return [];
      const invert = Math.floor(turn / turns.length) % 2 === 1;
      turn = (turn + 1) % (turns.length * 2);
      return engine.decode(picture, { symbologies: group, harder: true, rotate: true, invert });
    },
  };
}

/** Pixels beyond which a still image is not enlarged. */
const doublePixels = 3_000_000;

/** Reads a still image: time matters less, so looks get harder until one finds something. */
export function decodeStill(
  engine: Engine,
  picture: Luminance,
  symbologies: readonly Symbology[],
  maximumCodes = 8,
): DecodedCode[] {
  const thorough = { symbologies, harder: true, rotate: true, invert: true, downscale: true, maximumCodes };
  const looks: (() => DecodedCode[])[] = [
    () => engine.decode(picture, thorough),
    () => engine.decode(sharpen(picture), { ...thorough, maximumCodes: 1 }),
    () => {
      if (picture.width * picture.height > doublePixels) return [];
      const enlarged = engine.decode(double(picture), { ...thorough, maximumCodes: 1, denoise: true });
      return enlarged.map((code) => scaleCode(code, 0.5, 0.5));
    },
  ];
  for (const look of looks) {
    const codes = look();
    if (codes.length > 0) return codes;
  }
  return [];
}

/** The code with its corners in a picture of another size. */
export function scaleCode(code: DecodedCode, scaleX: number, scaleY: number): DecodedCode {
  const scale = ({ x, y }: Point): Point => ({ x: x * scaleX, y: y * scaleY });
  const [a, b, c, d] = code.corners;
  return { ...code, corners: [scale(a), scale(b), scale(c), scale(d)] };
}
