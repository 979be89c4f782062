export type { Burst } from './burst-detector.ts';
export { createHardwareScanner, type HardwareScanner } from './create-hardware-scanner.ts';
