import type { Point } from '@scantix/barcode-reader';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a point of the video is in a box that the video covers, cut at its edges. */
export function placeOnScreen({ x, y }: Point, video: Size, box: Size): Point {
  const scale = Math.max(box.width / video.width, box.height / video.height);
  return {
    x: (box.width - video.width * scale) / 2 + x * scale,
    y: (box.height - video.height * scale) / 2 + y * scale,
  };
}

export function centreOf(corners: readonly Point[]): Point {
  const mean = (axis: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return { x: mean('x'), y: mean('y') };
}
