/** The pose of a card before the camera. Angles in degrees, lengths in pixels. */
export interface CardPose {
  /** The position of its middle. */
  readonly x: number;
  readonly y: number;
  /** The width of a square of the code in pixels, without tilt. */
  readonly pixelsPerModule: number;
  /** The rotation in the picture's plane. */
  readonly rotateDegrees: number;
  /** The tilt out of the picture's plane, around an axis at `tiltAxisDegrees`. */
  readonly tiltDegrees: number;
  readonly tiltAxisDegrees: number;
  /** The distance of the card from the lens, in pixels. */
  readonly distance: number;
}

/** The nine numbers of a plane-to-plane projection, row by row. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The projection from card squares (0, 0 in its middle) to picture pixels. */
export function projectCard(pose: CardPose): Projection {
  const { x, y, pixelsPerModule: scale, distance } = pose;
  const roll = radians(pose.rotateDegrees);
  const tilt = radians(pose.tiltDegrees);
  const ax = Math.cos(radians(pose.tiltAxisDegrees));
  const ay = Math.sin(radians(pose.tiltAxisDegrees));
  const cos = Math.cos(tilt);
  const sin = Math.sin(tilt);
  // Rodrigues' rotation around (ax, ay, 0), applied to the two rolled axes of the card.
  const rotate = (px: number, py: number) => {
    const along = (ax * px + ay * py) * (1 - cos);
    return [px * cos + ax * along, py * cos + ay * along, (ax * py - ay * px) * sin] as const;
  };
  const [ux, uy, uz] = rotate(Math.cos(roll) * scale, Math.sin(roll) * scale);
  const [vx, vy, vz] = rotate(-Math.sin(roll) * scale, Math.cos(roll) * scale);
  return [
    distance * ux + x * uz,
    distance * vx + x * vz,
    x * distance,
    distance * uy + y * uz,
    distance * vy + y * vz,
    y * distance,
    uz,
    vz,
    distance,
  ];
}

/** The inverse projection. */
export function invertProjection([a, b, c, d, e, f, g, h, i]: Projection): Projection {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

/** The projected point. */
export function projectPoint([a, b, c, d, e, f, g, h, i]: Projection, x: number, y: number): { x: number; y: number } {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}
