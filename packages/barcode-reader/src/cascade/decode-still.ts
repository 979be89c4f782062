import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver, double, sharpen, soften } from '../picture/luminance.ts';
import type { DecodePass, Engine } from '../ports/engine.ts';
import { addNewCodes } from '../reads/add-new-codes.ts';
import { identityOf } from '../reads/agreement.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';
import { sortKinds } from './kinds.ts';
import { createRegionLooks } from './region-looks.ts';

/** Pixels beyond which a still image is not enlarged. */
const doublePixels = 3_000_000;
/** Sides of a picture from which it is worth looking at parts of it. */
const smallestSide = 160;

/**
 * Reads a still image: time matters less, so looks get harder until one finds something. What a thorough look at the
 * picture as it is finds is believed; of the harder looks, a linear code when two of them agree.
 */
export function decodeStill(
  engine: Engine,
  picture: Luminance,
  symbologies: readonly Symbology[],
  maximumCodes = 8,
): DecodedCode[] {
  const thorough = { symbologies, harder: true, rotate: true, invert: true, downscale: true };
  const plain = engine.decode(picture, { ...thorough, maximumCodes });
  if (plain.length > 0) return plain;

  const { linear } = sortKinds(symbologies);
  const once = new Set<string>();
  const codes: DecodedCode[] = [];
  for (const found of harderLooks(engine, picture, thorough)) {
    const identities = new Set(found.map(identityOf));
    addNewCodes(
      codes,
      found.filter((code) => !linear.includes(code.symbology) || once.has(identityOf(code))),
    );
    if (codes.length > 0) return codes.slice(0, maximumCodes);
    for (const identity of identities) once.add(identity);
  }
  return [];
}

/** Looks that each see the picture in another way, those that find most first. */
function* harderLooks(engine: Engine, picture: Luminance, thorough: DecodePass): Generator<readonly DecodedCode[]> {
  const mayDouble = picture.width * picture.height <= doublePixels;
  const large = mayDouble ? double(picture) : picture;
  const decodeLarge = (of: Luminance, pass: DecodePass) =>
    engine.decode(of, pass).map((code) => (mayDouble ? scaleCode(code, 0.5, 0.5) : code));

  yield decodeLarge(sharpen(large), thorough);
  // Where nothing is enlarged, this would be the look before once more, and agree with it.
  if (mayDouble) yield engine.decode(sharpen(picture), thorough);
  if (Math.min(picture.width, picture.height) >= smallestSide) {
    const half = createHalver()(picture);
    const { lookAtRegions } = createRegionLooks(engine, thorough.symbologies, 1);
    for (const look of [0, 1, 2, 3]) {
      const found = [...lookAtRegions(picture, half, look)].flatMap(({ codes }) => codes);
      yield found;
    }
  }
  if (mayDouble) yield decodeLarge(large, { ...thorough, denoise: true });
  yield engine.decode(soften(picture), thorough);
  yield engine.decode(picture, { ...thorough, binarizer: 'global' });
  yield decodeLarge(sharpen(large, 4), thorough);
  yield decodeLarge(soften(large), { ...thorough, binarizer: 'global' });
}
