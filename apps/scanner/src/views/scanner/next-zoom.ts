import type { CameraCapabilities } from '@scantix/barcode-reader';

/** Round and round: not at all, twice, four times, as far as the lens goes. */
export function nextZoom(zoom: number, { minimum, maximum }: NonNullable<CameraCapabilities['zoom']>): number {
  const steps = [1, 2, 4].filter((step) => step <= maximum && step >= minimum);
  return steps.find((step) => step > zoom + 0.05) ?? Math.max(1, minimum);
}
