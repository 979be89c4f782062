import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver, double, sharpen, soften } from '../picture/luminance.ts';
import type { DecodePass, Engine } from '../ports/engine.ts';
import { addNewCodes } from '../reads/add-new-codes.ts';
import { identityOf } from '../reads/agreement.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';
import { createRegionScan } from './region-scan.ts';
import { sortSymbologies } from './symbology-groups.ts';

/** A still image with more pixels is not enlarged. */
const doublePixels = 3_000_000;
/** A picture with a shorter side is not searched by regions. */
const smallestSide = 160;

/**
 * Decodes a still image. Time matters less than in a video, so passes get more thorough until one finds a code. A code
 * of the first pass over the unchanged picture is believed; a linear code of later passes when two of them agree.
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

  const { linear } = sortSymbologies(symbologies);
  const seen = new Set<string>();
  const codes: DecodedCode[] = [];
  for (const found of thoroughPasses(engine, picture, thorough)) {
    const identities = new Set(found.map(identityOf));
    addNewCodes(
      codes,
      found.filter((code) => !linear.includes(code.symbology) || seen.has(identityOf(code))),
    );
    if (codes.length > 0) return codes.slice(0, maximumCodes);
    for (const identity of identities) seen.add(identity);
  }
  return [];
}

/** Passes over the picture in different forms, the most successful first. */
function* thoroughPasses(engine: Engine, picture: Luminance, thorough: DecodePass): Generator<readonly DecodedCode[]> {
  const mayDouble = picture.width * picture.height <= doublePixels;
  const large = mayDouble ? double(picture) : picture;
  const decodeLarge = (of: Luminance, pass: DecodePass) =>
    engine.decode(of, pass).map((code) => (mayDouble ? scaleCode(code, 0.5, 0.5) : code));

  yield decodeLarge(sharpen(large), thorough);
  // Without enlarging this would repeat the previous pass and agree with it.
  if (mayDouble) yield engine.decode(sharpen(picture), thorough);
  if (Math.min(picture.width, picture.height) >= smallestSide) {
    const half = createHalver()(picture);
    const { scanRegions } = createRegionScan(engine, thorough.symbologies, 1);
    for (const attempt of [0, 1, 2, 3]) {
      const found = [...scanRegions(picture, half, attempt)].flatMap(({ codes }) => codes);
      yield found;
    }
  }
  if (mayDouble) yield decodeLarge(large, { ...thorough, denoise: true });
  yield engine.decode(soften(picture), thorough);
  yield engine.decode(picture, { ...thorough, binarizer: 'global' });
  yield decodeLarge(sharpen(large, 4), thorough);
  yield decodeLarge(soften(large), { ...thorough, binarizer: 'global' });
}
