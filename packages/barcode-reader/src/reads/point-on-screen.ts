import type { Point } from './barcode-read.ts';

/** Width and height in pixels. */
export interface Size {
  /** From left to right. */
  readonly width: number;
  /** From top to bottom. */
  readonly height: number;
}

/** A point of the video in pixels of a box that shows it with `object-fit: cover`. */
export function pointOnScreen({ x, y }: Point, video: Size, box: Size): Point {
  const scale = Math.max(box.width / video.width, box.height / video.height);
  return {
    x: (box.width - video.width * scale) / 2 + x * scale,
    y: (box.height - video.height * scale) / 2 + y * scale,
  };
}

/** The mean of the corners. */
export function centreOf(corners: readonly Point[]): Point {
  const mean = (axis: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return { x: mean('x'), y: mean('y') };
}
