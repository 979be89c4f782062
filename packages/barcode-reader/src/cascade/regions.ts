/** A part of the picture whose edges have one direction, as bars do. Lengths in pixels of the half-size picture. */
export interface BarsRegion {
  readonly x: number;
  readonly y: number;
  /** The direction across the bars, in radians. */
  readonly angle: number;
  /** The slope of the line that crosses all bars against the direction across them: tilted codes are sheared. */
  readonly lean: number;
  /** The turn of the direction across the bars per pixel along the code, in radians: perspective fans the bars out. */
  readonly fan: number;
  /** The extent across the bars. */
  readonly length: number;
  /** The extent along the bars. */
  readonly width: number;
  readonly score: number;
}

/** A part of the picture with many edges, as squares have. In pixels of the half-size picture. */
export interface BusyRegion {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly score: number;
}
