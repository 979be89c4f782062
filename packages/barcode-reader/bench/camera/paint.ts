import { type CardPose, invertProjection, projectCard, projectPoint } from '../../src/testing/place-card.ts';
import type { SeededRandom } from '../../src/testing/seeded-random.ts';
import type { Card } from './card.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An unfocused background: soft patches, edges and stripes that are no code. */
export function paintGround({ width, height }: Size, random: SeededRandom): Float32Array {
  const light = new Float32Array(width * height);
  const [base, slopeX, slopeY] = [random.between(95, 130), random.between(-40, 40), random.between(-30, 30)];
  for (let at = 0; at < light.length; at++) {
    light[at] = base + (slopeX * (at % width)) / width + (slopeY * Math.floor(at / width)) / height;
  }
  for (let count = 0; count < 30; count++) {
    const [w, h] = [random.between(0.01, 0.25) * width, random.between(0.01, 0.25) * height];
    const [left, top] = [random.between(0, width - w), random.between(0, height - h)];
    const shade = random.between(-45, 45);
    for (let y = Math.floor(top); y < top + h; y++) {
      for (let x = Math.floor(left); x < left + w; x++) light[y * width + x] = (light[y * width + x] ?? 0) + shade;
    }
  }
  blur(light, { width, height }, { left: 0, top: 0, right: width, bottom: height }, 2);
  return light;
}

/** Paints the card with the motion blur of the exposure. @returns the part that was painted */
export function paintCard(
  light: Float32Array,
  { width, height }: Size,
  card: Card,
  { pose, drift }: { pose: CardPose; drift: { x: number; y: number } },
): Part {
  const toScreen = projectCard(pose);
  const back = invertProjection(toScreen);
  const [halfWidth, halfHeight] = [card.width / 2, card.height / 2];
  const corners = [
    [-halfWidth, -halfHeight],
    [halfWidth, -halfHeight],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ].map(([x = 0, y = 0]) => projectPoint(toScreen, x, y));
  const reach = Math.hypot(drift.x, drift.y) / 2 + 1;
  const part = {
    left: Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x)) - reach)),
    right: Math.min(width, Math.ceil(Math.max(...corners.map(({ x }) => x)) + reach)),
    top: Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y)) - reach)),
    bottom: Math.min(height, Math.ceil(Math.max(...corners.map(({ y }) => y)) + reach)),
  };
  const moments = Math.max(1, Math.min(6, Math.ceil(Math.hypot(drift.x, drift.y))));
  const { grey } = card;
  for (let y = part.top; y < part.bottom; y++) {
    for (let x = part.left; x < part.right; x++) {
      const behind = light[y * width + x] ?? 0;
      let sum = 0;
      for (let moment = 0; moment < moments; moment++) {
        const when = (moment + 0.5) / moments - 0.5;
        const sx = x + 0.5 - drift.x * when;
        const sy = y + 0.5 - drift.y * when;
        const w = back[6] * sx + back[7] * sy + back[8];
        const u = (back[0] * sx + back[1] * sy + back[2]) / w + halfWidth - 0.5;
        const v = (back[3] * sx + back[4] * sy + back[5]) / w + halfHeight - 0.5;
        const u0 = Math.floor(u);
        const v0 = Math.floor(v);
        if (u0 < 0 || v0 < 0 || u0 >= card.width - 1 || v0 >= card.height - 1) {
          sum += behind;
          continue;
        }
        const [fu, fv, at] = [u - u0, v - v0, v0 * card.width + u0];
        const top = (grey[at] ?? 0) * (1 - fu) + (grey[at + 1] ?? 0) * fu;
        const below = (grey[at + card.width] ?? 0) * (1 - fu) + (grey[at + card.width + 1] ?? 0) * fu;
        sum += top * (1 - fv) + below * fv;
      }
      light[y * width + x] = sum / moments;
    }
  }
  return part;
}

/** A lamp's reflection. */
export function addGlare(
  light: Float32Array,
  { width, height }: Size,
  centre: { x: number; y: number },
  { strength, radius }: { strength: number; radius: number },
): void {
  if (strength === 0) return;
  const reach = radius * 2.5;
  for (let y = Math.max(0, Math.floor(centre.y - reach)); y < Math.min(height, centre.y + reach); y++) {
    for (let x = Math.max(0, Math.floor(centre.x - reach)); x < Math.min(width, centre.x + reach); x++) {
      const far = ((x - centre.x) ** 2 + (y - centre.y) ** 2) / (radius * radius);
      light[y * width + x] = (light[y * width + x] ?? 0) + strength * Math.exp(-far);
    }
  }
}

/** Blurs a part as an unfocused lens does; `sigma` in pixels. */
export function blur(light: Float32Array, { width, height }: Size, part: Part, sigma: number): void {
  const radius = Math.ceil(sigma * 2.5);
  const weights = Array.from({ length: radius * 2 + 1 }, (_, at) => Math.exp(-((at - radius) ** 2) / (2 * sigma ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kernel = Float32Array.from(weights, (weight) => weight / total);
  const line = new Float32Array(Math.max(width, height) + 2 * radius);
  const blurLine = (start: number, step: number, length: number) => {
    for (let at = -radius; at < length + radius; at++) {
      line[at + radius] = light[start + Math.min(length - 1, Math.max(0, at)) * step] ?? 0;
    }
    for (let at = 0; at < length; at++) {
      let sum = 0;
      for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] ?? 0) * (line[at + tap] ?? 0);
      light[start + at * step] = sum;
    }
  };
  const [left, top] = [Math.max(0, part.left - radius), Math.max(0, part.top - radius)];
  const [right, bottom] = [Math.min(width, part.right + radius), Math.min(height, part.bottom + radius)];
  for (let y = top; y < bottom; y++) blurLine(y * width + left, 1, right - left);
  for (let x = left; x < right; x++) blurLine(top * width + x, width, bottom - top);
}

/** Exposes the light as a sensor does: darker to one side, noise, whole numbers. */
export function addNoise(
  light: Float32Array,
  { width, height }: Size,
  { deviation, unevenLight, random }: { deviation: number; unevenLight: number; random: SeededRandom },
): Uint8Array {
  const grain = Float32Array.from({ length: 8192 }, () => random.normal() * deviation);
  const out = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    let at = Math.floor(random.next() * grain.length);
    const down = 1 - (unevenLight * 0.4 * y) / height;
    for (let x = 0; x < width; x++) {
      at = (at + 1) & 8191;
      out[y * width + x] = (light[y * width + x] ?? 0) * (down - (unevenLight * 0.6 * x) / width) + (grain[at] ?? 0);
    }
  }
  return new Uint8Array(out.buffer);
}
