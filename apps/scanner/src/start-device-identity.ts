import { createDeviceIdentity, type DeviceIdentity } from '@scantix/device-id';
import { whenIdle } from './browser/when-idle.ts';

/** Starts the device fingerprint. Its work waits for an idle moment after the first view, never for an input. */
export function startDeviceIdentity(): DeviceIdentity {
  const device = createDeviceIdentity({ whenPainted: () => whenIdle() });
  device.start();
  return device;
}
