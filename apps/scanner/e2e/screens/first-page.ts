import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { SIZES } from '../states/sizes.ts';

/** The states in the picture of the README, from left to right, each in one size and the light theme. */
const SHOWN: readonly { readonly state: string; readonly size: keyof typeof SIZES }[] = [
  { state: 'Scanner: live', size: 'phone' },
  { state: 'Verdict: accepted', size: 'phone' },
  { state: 'Reports: full', size: 'desktop' },
];
const FILE = fileURLToPath(new URL('../../../../docs/first-page.webp', import.meta.url));
const HEIGHT = 700;
const GAP = 24;
/** Corners and line of each part: the picture stands on light and dark pages. */
const RADIUS = 14;
const LINE = '#808893';

const taken = new Map<string, Buffer>();

/** Playwright's options of the test of a state; `pnpm screens @first-page` runs those of the README. */
export function tagOf(state: string): { tag?: string } {
  return SHOWN.some((shown) => shown.state === state) ? { tag: '@first-page' } : {};
}

/** Keeps the picture of a state, in the order of {@link SIZES}, if the README shows it. */
export function keepForFirstPage(state: string, pictures: readonly Buffer[]): void {
  const shown = SHOWN.find((each) => each.state === state);
  const picture = shown && pictures[Object.keys(SIZES).indexOf(shown.size)];
  if (picture) taken.set(state, picture);
}

/** Writes the picture of the README, if this run has taken all of its parts. */
export async function writeFirstPage(): Promise<void> {
  const pictures = SHOWN.flatMap(({ state }) => taken.get(state) ?? []);
  if (pictures.length < SHOWN.length) return;
  const widths = SHOWN.map(({ size }) => Math.round((SIZES[size].width * HEIGHT) / SIZES[size].height));
  const layers = pictures.map(async (picture, index) => ({
    input: await roundOff(picture, widths[index] ?? 0),
    left: widths.slice(0, index).reduce((sum, width) => sum + width + GAP, 0),
    top: 0,
  }));
  const width = widths.reduce((sum, each) => sum + each + GAP, -GAP);
  await sharp({ create: { width, height: HEIGHT, channels: 4, background: '#0000' } })
    .composite(await Promise.all(layers))
    .webp({ quality: 80, effort: 6, preset: 'drawing' })
    .toFile(FILE);
}

function roundOff(picture: Buffer, width: number): Promise<Buffer> {
  const shape = (style: string) =>
    Buffer.from(`<svg width="${width}" height="${HEIGHT}"><rect x="1" y="1" width="${width - 2}" height="${HEIGHT - 2}"
      rx="${RADIUS}" ${style}/></svg>`);
  return sharp(picture)
    .resize({ width, height: HEIGHT, fit: 'fill' })
    .ensureAlpha()
    .composite([
      { input: shape('fill="#fff"'), blend: 'dest-in' },
      { input: shape(`fill="none" stroke="${LINE}" stroke-width="2"`) },
    ])
    .png()
    .toBuffer();
}
