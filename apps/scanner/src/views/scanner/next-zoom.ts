import type { CameraCapabilities } from '@scantix/barcode-reader';

/** How far the scanner zooms, where the lens does. */
export const ZOOM_STEPS = [1, 2, 4];

/** Round and round: not at all, twice, four times, as far as the lens goes. */
export function nextZoom(zoom: number, { minimum, maximum }: NonNullable<CameraCapabilities['zoom']>): number {
  const steps = ZOOM_STEPS.filter((step) => step <= maximum && step >= minimum);
  return steps.find((step) => step > zoom + 0.05) ?? Math.max(1, minimum);
}
