import type { BarAppearance } from './retail-templates.ts';

/** The appearances that are tried: blur from sharp to strong, each with three gains in width. */
export const appearances: readonly BarAppearance[] = [0.15, 0.35, 0.55, 0.75, 0.95].flatMap((blur) =>
  [-0.25, 0, 0.25].map((spread) => ({ blur, spread })),
);

/** The indexes of those that are tried first, at every position. */
export const roughAppearances = [1, 7, 13] as const;
