export type { DeviceDataOptions } from './device-data-options.ts';
export { type SweepOptions, type SweepReport, sweepDeviceData } from './sweep-device-data.ts';
export { type WipeOptions, type WipeReport, wipeDeviceData } from './wipe-device-data.ts';
