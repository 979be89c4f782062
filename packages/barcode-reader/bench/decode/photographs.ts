import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import sharp from 'sharp';
import type { Symbology } from '../../src/model/symbologies.ts';
import type { Luminance } from '../../src/picture/luminance.ts';
import { createSeededRandom } from '../../src/testing/seeded-random.ts';
import { asked, type DecodeCase } from './decode-case.ts';

/** The symbology of a corpus folder by its name; the longest matching name wins. */
const folderNames: readonly (readonly [string, Symbology | null])[] = [
  ['falsepositives', null],
  ['qrcode', 'qr_code'],
  ['datamatrix', 'data_matrix'],
  ['aztec', 'aztec'],
  ['pdf417', 'pdf417'],
  ['code128', 'code_128'],
  ['code39', 'code_39'],
  ['code93', 'code_93'],
  ['codabar', 'codabar'],
  ['itf', 'itf'],
  ['ean13', 'ean_13'],
  ['ean8', 'ean_8'],
  ['upca', 'upc_a'],
  ['upce', 'upc_e'],
];

/** One photograph and its expected text. */
export interface Photograph {
  readonly path: string;
  /** `null` where there is no code. */
  readonly symbology: Symbology | null;
  readonly texts: readonly string[];
}

/** The photographs of a corpus that show a code of a wanted symbology, or none. */
export function findPhotographs(folder: string): Photograph[] {
  const found: Photograph[] = [];
  for (const set of readdirSync(folder).sort()) {
    const named = folderNames.find(([name]) => set.startsWith(`${name}-`));
    if (!named || (named[1] && !asked.includes(named[1]))) continue;
    const files = readdirSync(join(folder, set)).sort();
    for (const file of files.filter((name) => /\.(png|jpe?g|webp)$/i.test(name))) {
      const stem = join(folder, set, file.slice(0, -extname(file).length));
      const texts = named[1] ? textsBeside(stem).flatMap((text) => withoutAddOn(set, text)) : [];
      if (named[1] === null || texts.length > 0)
        found.push({ path: join(folder, set, file), symbology: named[1], texts });
    }
  }
  return found;
}

/** The half of a corpus that a photograph belongs to: the reader is tuned on one and only measured on the other. */
export function halfOf({ path }: Photograph): 'tuned' | 'held-out' {
  const name = path
    .split(sep)
    .slice(-2)
    .join('/')
    .replace(/\.\w+$/, '');
  return (createHash('sha1').update(name).digest()[0] ?? 0) % 2 === 0 ? 'tuned' : 'held-out';
}

/** No reader is configured for add-ons of retail codes, so the code alone is correct as well. */
function withoutAddOn(set: string, text: string): string[] {
  return set.includes('-extension-') ? [text, text.slice(0, 13)] : [text];
}

/** `.txt` holds the text; `.bin` the bytes, which can be decoded to text in two ways. */
function textsBeside(stem: string): string[] {
  try {
    return [readFileSync(`${stem}.txt`, 'utf8')];
  } catch {
    try {
      const bytes = readFileSync(`${stem}.bin`);
      return [bytes.toString('latin1'), bytes.toString('utf8')];
    } catch {
      return [];
    }
  }
}

/** The luminance of an image file on white, rotated by its metadata. */
export async function readGrey(path: string): Promise<Luminance> {
  const { data, info } = await sharp(path)
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = new Uint8Array(info.width * info.height);
  for (let at = 0; at < grey.length; at++) {
    const from = at * info.channels;
    const [r = 0, g = 0, b = 0] =
      info.channels >= 3 ? [data[from], data[from + 1], data[from + 2]] : Array(3).fill(data[from]);
    grey[at] = (306 * r + 601 * g + 117 * b + 512) >> 10;
  }
  return { data: grey, width: info.width, height: info.height };
}

/** Each photograph unchanged. */
export async function* stills(photographs: readonly Photograph[]): AsyncGenerator<DecodeCase> {
  for (const { path, symbology, texts } of photographs) {
    yield { group: symbology ? 'photographs' : 'no code', symbology, texts, frames: [await readGrey(path)] };
  }
}

const frame = { width: 1280, height: 720 };

/** Each photograph in four frames of 720p, moving before a photograph without a code; larger ones are scaled down. */
export async function* moving(photographs: readonly Photograph[], seed: number): AsyncGenerator<DecodeCase> {
  const random = createSeededRandom(seed);
  const grounds = await Promise.all(
    photographs.filter(({ symbology }) => symbology === null).map(async ({ path }) => cover(await readGrey(path))),
  );
  for (const { path, symbology, texts } of photographs) {
    if (symbology === null) continue;
    const picture = fit(await readGrey(path));
    const ground = grounds[Math.floor(random.next() * grounds.length)];
    const data = ground?.data ?? new Uint8Array(frame.width * frame.height).fill(120);
    const room = { x: frame.width - picture.width, y: frame.height - picture.height };
    const start = { x: random.next() * room.x, y: random.next() * room.y };
    const step = { x: random.between(-6, 6), y: random.between(-6, 6) };
    const frames = [0, 1, 2, 3].map((time) => {
      const at = (axis: 'x' | 'y') => Math.min(room[axis], Math.max(0, start[axis] + time * step[axis]));
      return paste(data, picture, { x: at('x'), y: at('y') }, () => random.normal() * 2);
    });
    yield { group: 'photographs', symbology, texts, frames };
  }
}

/** The photographs without a code as frames of 720p. */
export async function* movingEmpties(photographs: readonly Photograph[], seed: number): AsyncGenerator<DecodeCase> {
  const random = createSeededRandom(seed);
  for (const { path, symbology } of photographs) {
    if (symbology !== null) continue;
    const { data } = cover(await readGrey(path));
    const nothing = { data: new Uint8Array(0), width: 0, height: 0 };
    const frames = [0, 1, 2, 3].map(() => paste(data, nothing, { x: 0, y: 0 }, () => random.normal() * 2));
    yield { group: 'photographs', symbology: null, texts: [], frames };
  }
}

/** A frame of `ground` with a picture at a subpixel position, and sensor noise over all. */
function paste(ground: Uint8Array, picture: Luminance, at: { x: number; y: number }, grain: () => number): Luminance {
  const out = Uint8ClampedArray.from(ground);
  const [left, top] = [Math.floor(at.x), Math.floor(at.y)];
  const [fx, fy] = [at.x - left, at.y - top];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (left + x < frame.width && top + y < frame.height) {
        out[(top + y) * frame.width + left + x] = bilinear(picture, x - fx, y - fy);
      }
    }
  }
  const noise = Float32Array.from({ length: 4096 }, grain);
  for (let index = 0; index < out.length; index++)
    out[index] = (out[index] ?? 0) + (noise[(index * 2654435761) & 4095] ?? 0);
  return { data: new Uint8Array(out.buffer), ...frame };
}

function bilinear({ data, width, height }: Luminance, x: number, y: number): number {
  const [cx, cy] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const at = (px: number, py: number) => data[py * width + px] ?? 0;
  const upper = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * (cx - x0);
  const lower = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * (cx - x0);
  return upper + (lower - upper) * (cy - y0);
}

/** The picture scaled down to fit a frame; a smaller one is unchanged. */
function fit(picture: Luminance): Luminance {
  const scale = Math.max(1, picture.width / frame.width, picture.height / frame.height);
  return scale === 1 ? picture : resize(picture, picture.width / scale, picture.height / scale);
}

/** The picture scaled to cover a frame, cropped where the proportions differ. */
function cover(picture: Luminance): Luminance {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  const large = resize(picture, Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  const data = new Uint8Array(frame.width * frame.height);
  for (let y = 0; y < frame.height; y++) {
    data.set(large.data.subarray(y * large.width, y * large.width + frame.width), y * frame.width);
  }
  return { data, ...frame };
}

/** Each pixel is the mean of those it covers, so that fine lines do not become noise. */
function resize(picture: Luminance, toWidth: number, toHeight: number): Luminance {
  const [width, height] = [Math.floor(toWidth), Math.floor(toHeight)];
  const data = new Uint8Array(width * height);
  const [stepX, stepY] = [picture.width / width, picture.height / height];
  const [tapsX, tapsY] = [Math.max(1, Math.ceil(stepX)), Math.max(1, Math.ceil(stepY))];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let ty = 0; ty < tapsY; ty++) {
        for (let tx = 0; tx < tapsX; tx++) {
          sum += bilinear(picture, (x + (tx + 0.5) / tapsX) * stepX - 0.5, (y + (ty + 0.5) / tapsY) * stepY - 0.5);
        }
      }
      data[y * width + x] = sum / (tapsX * tapsY) + 0.5;
    }
  }
  return { data, width, height };
}
