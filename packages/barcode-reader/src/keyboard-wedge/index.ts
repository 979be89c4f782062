export type { Burst } from './burst-detector.ts';
export { createHardwareScanner, type HardwareScanner, type HardwareScannerOptions } from './create-hardware-scanner.ts';
