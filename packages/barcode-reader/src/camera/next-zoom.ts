import type { CameraCapabilities } from './camera-state.ts';

/** The zooms that one button steps through. */
export const zoomSteps: readonly number[] = [1, 2, 4];

/** The next step within the lens's range; the first one after the last. */
export function nextZoom(zoom: number, { minimum, maximum }: NonNullable<CameraCapabilities['zoom']>): number {
  const steps = zoomSteps.filter((step) => step <= maximum && step >= minimum);
  return steps.find((step) => step > zoom + 0.05) ?? Math.max(1, minimum);
}
