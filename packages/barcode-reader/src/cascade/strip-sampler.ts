import type { Luminance } from '../picture/luminance.ts';
import type { Point } from '../reads/barcode-read.ts';

/** The position of a strip in the picture: its middle, the direction across its bars, its length and width, in pixels. */
export interface StripPosition {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** The slope of the line that is read against the direction across the bars. */
  readonly lean: number;
  /** The turn of the direction across the bars per pixel along the strip, in radians. */
  readonly fan: number;
  readonly length: number;
  readonly width: number;
}

/** Rows of brightness across the bars of a strip, each the mean of several lines. */
export interface StripRows {
  readonly columns: number;
  readonly rows: number;
  readonly light: Float32Array;
}

/** Positions are whole numbers of 1/65536 pixel: a strip has a hundred thousand of them. */
const fraction = 65536;

/** Creates a sampler of strips: `columns` x `rows`, each row the mean of `lines` lines, in a buffer that the next call reuses. */
export function createStripSampler() {
  let light = new Float32Array(0);

  /** Adds a line of the picture, in 1/65536 of a grey level. */
  function addLine({ data, width, height }: Luminance, to: number, columns: number, line: Line) {
    const { stepX, stepY } = line;
    const [maxX, maxY] = [(width - 1) * fraction - 1, (height - 1) * fraction - 1];
    let { x, y } = line;
    const [lastX, lastY] = [x + (columns - 1) * stepX, y + (columns - 1) * stepY];
    const isInside = Math.min(x, lastX, y, lastY) >= 0 && Math.max(x, lastX) <= maxX && Math.max(y, lastY) <= maxY;
    for (let column = to; column < to + columns; column++, x += stepX, y += stepY) {
      const cx = isInside ? x : Math.max(0, Math.min(maxX, x));
      const cy = isInside ? y : Math.max(0, Math.min(maxY, y));
      const fx = (cx >> 8) & 255;
      const fy = (cy >> 8) & 255;
      const at = (cy >> 16) * width + (cx >> 16);
      const a = data[at] as number;
      const c = data[at + width] as number;
      const upper = (a << 8) + ((data[at + 1] as number) - a) * fx;
      const lower = (c << 8) + ((data[at + width + 1] as number) - c) * fx;
      light[column] = (light[column] as number) + ((upper << 8) + (lower - upper) * fy);
    }
  }

  return (
    picture: Luminance,
    position: StripPosition,
    { columns, rows, lines }: { columns: number; rows: number; lines: number },
  ): StripRows => {
    if (light.length < columns * rows) light = new Float32Array(columns * rows);
    light.fill(0, 0, columns * rows);
    const [ux, uy] = [Math.cos(position.angle), Math.sin(position.angle)];
    const step = position.length / columns;
    const [alongX, alongY] = [step * (ux - position.lean * uy), step * (uy + position.lean * ux)];
    const whole = (pixels: number) => Math.round(pixels * fraction);
    for (let row = 0; row < rows; row++) {
      for (let line = 0; line < lines; line++) {
        const across = ((row + (line + 0.5) / lines) / rows - 0.5) * position.width;
        // Beside the middle, the fan changes the spacing of the bars along the line.
        const stepX = alongX - across * position.fan * step * ux;
        const stepY = alongY - across * position.fan * step * uy;
        const x = whole(position.x - ((columns - 1) / 2) * stepX - across * uy);
        const y = whole(position.y - ((columns - 1) / 2) * stepY + across * ux);
        addLine(picture, row * columns, columns, { x, y, stepX: whole(stepX), stepY: whole(stepY) });
      }
    }
    const share = 1 / (lines * fraction);
    for (let at = 0; at < columns * rows; at++) light[at] = (light[at] as number) * share;
    return { columns, rows, light };
  };
}

/** A line through the picture, in parts of a pixel. */
interface Line {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

/** The position in the picture of a point of a strip, given in pixels along and across from the strip's middle. */
export function positionInPicture(strip: StripPosition, along: number, across: number): Point {
  const [ux, uy] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const turn = across * strip.fan;
  return {
    x: strip.x + along * (ux - strip.lean * uy - turn * ux) - across * uy,
    y: strip.y + along * (uy + strip.lean * ux - turn * uy) + across * ux,
  };
}
