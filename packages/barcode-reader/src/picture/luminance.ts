/** A grey picture: one byte a pixel, rows without padding. */
export interface Luminance {
  readonly data: Uint8Array;
  /** Pixels of a row. */
  readonly width: number;
  /** Number of rows. */
  readonly height: number;
}

/** The luminance of RGBA (or, with `blueFirst`, BGRA) pixels whose rows may be padded to `stride` bytes. */
export function luminanceOfColour(
  pixels: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  { stride = width * 4, offset = 0, blueFirst = false } = {},
): Luminance {
  const data = new Uint8Array(width * height);
  const red = blueFirst ? 2 : 0;
  const blue = 2 - red;
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = offset + y * stride;
    for (let x = 0; x < width; x++, from += 4) {
      const r = pixels[from + red] ?? 0;
      const g = pixels[from + 1] ?? 0;
      const b = pixels[from + blue] ?? 0;
      data[to++] = (306 * r + 601 * g + 117 * b + 512) >> 10;
    }
  }
  return { data, width, height };
}

/** Removes the padding from a plane whose rows are `stride` bytes long. */
export function packPlane(plane: Uint8Array, width: number, height: number, stride: number, offset = 0): Luminance {
  if (stride === width) return { data: plane.subarray(offset, offset + width * height), width, height };
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = offset + y * stride;
    data.set(plane.subarray(from, from + width), y * width);
  }
  return { data, width, height };
}

/** Creates a function that halves pictures, every pixel the mean of four, in a buffer that the next call reuses. */
export function createHalver(): (picture: Luminance) => Luminance {
  let half = new Uint8Array(0);
  return ({ data, width, height }) => {
    const [halfWidth, halfHeight] = [width >> 1, height >> 1];
    if (half.length < halfWidth * halfHeight) half = new Uint8Array(halfWidth * halfHeight);
    let to = 0;
    for (let y = 0; y < halfHeight; y++) {
      let upper = 2 * y * width;
      let lower = upper + width;
      for (let x = 0; x < halfWidth; x++, upper += 2, lower += 2) {
        const sum =
          (data[upper] as number) + (data[upper + 1] as number) + (data[lower] as number) + (data[lower + 1] as number);
        half[to++] = (sum + 2) >> 2;
      }
    }
    return { data: half.subarray(0, halfWidth * halfHeight), width: halfWidth, height: halfHeight };
  };
}

/** The picture at twice its size, interpolated. */
export function double({ data, width, height }: Luminance): Luminance {
  const wide = width * 2;
  const tall = height * 2;
  const out = new Uint8Array(wide * tall);
  let to = 0;
  for (let y = 0; y < tall; y++) {
    const sourceY = Math.max(0, (y - 0.5) / 2);
    const y0 = Math.floor(sourceY);
    const y1 = Math.min(height - 1, y0 + 1);
    const fy = sourceY - y0;
    for (let x = 0; x < wide; x++) {
      const sourceX = Math.max(0, (x - 0.5) / 2);
      const x0 = Math.floor(sourceX);
      const x1 = Math.min(width - 1, x0 + 1);
      const fx = sourceX - x0;
      const top = (data[y0 * width + x0] ?? 0) * (1 - fx) + (data[y0 * width + x1] ?? 0) * fx;
      const bottom = (data[y1 * width + x0] ?? 0) * (1 - fx) + (data[y1 * width + x1] ?? 0) * fx;
      out[to++] = top * (1 - fy) + bottom * fy + 0.5;
    }
  }
  return { data: out, width: wide, height: tall };
}

/** The picture with its edges raised: adds its difference from its 5 x 5 mean `amount` times. */
export function sharpen({ data, width, height }: Luminance, amount = 1.5): Luminance {
  const radius = 2;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let d = -radius; d <= radius; d++) sum += data[y * width + Math.min(width - 1, Math.max(0, x + d))] ?? 0;
      rows[y * width + x] = sum;
    }
  }
  const out = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let d = -radius; d <= radius; d++) sum += rows[Math.min(height - 1, Math.max(0, y + d)) * width + x] ?? 0;
      const value = data[y * width + x] ?? 0;
      out[y * width + x] = value + amount * (value - sum / 25);
    }
  }
  return { data: new Uint8Array(out.buffer), width, height };
}

/** The picture with every pixel the mean of its 3 x 3 neighbourhood, which removes grain and halftone screens. */
export function soften({ data, width, height }: Luminance): Luminance {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const rows = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
      let sum = 0;
      for (const row of rows) sum += (data[row + left] ?? 0) + (data[row + x] ?? 0) + (data[row + right] ?? 0);
      out[y * width + x] = sum / 9 + 0.5;
    }
  }
  return { data: out, width, height };
}
