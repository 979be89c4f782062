/** The levels of difficulty. */
export const levels = ['easy', 'medium', 'hard'] as const;
/** A level of difficulty. */
export type Level = (typeof levels)[number];

/** The conditions of a level: lengths in pixels, angles in degrees, speeds in pixels a second. */
export interface Conditions {
  readonly pixelsPerModule: number;
  /** The enlargement of a photograph. */
  readonly photoScale: number;
  readonly turn: number;
  readonly tilt: number;
  readonly tremor: number;
  readonly exposureSeconds: number;
  readonly defocus: number;
  readonly noise: number;
  readonly unevenLight: number;
  readonly glare: number;
}

export const conditionsOf: Readonly<Record<Level, Conditions>> = {
  easy: {
    ...{ pixelsPerModule: 6, photoScale: 2, turn: 8, tilt: 6, tremor: 25, exposureSeconds: 0.008 },
    ...{ defocus: 0.6, noise: 3, unevenLight: 0.15, glare: 0 },
  },
  medium: {
    ...{ pixelsPerModule: 4.2, photoScale: 1.5, turn: 20, tilt: 16, tremor: 60, exposureSeconds: 0.014 },
    ...{ defocus: 1.3, noise: 5, unevenLight: 0.35, glare: 60 },
  },
  hard: {
    ...{ pixelsPerModule: 3, photoScale: 1.15, turn: 40, tilt: 25, tremor: 90, exposureSeconds: 0.018 },
    ...{ defocus: 1.6, noise: 8, unevenLight: 0.5, glare: 110 },
  },
};
