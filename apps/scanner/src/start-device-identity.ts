import { createDeviceIdentity, type DeviceIdentity, type DeviceIdentityOptions } from '@scantix/device-id';
import { whenPainted } from '@scantix/runtime-utils';
import { whenIdle } from './browser/when-idle.ts';

/** Starts the device fingerprint. Its work waits for an idle moment after the first view, never for an input. */
export function startDeviceIdentity(log: NonNullable<DeviceIdentityOptions['log']>): DeviceIdentity {
  const device = createDeviceIdentity({ log, whenPainted: (limitMs) => whenPainted(limitMs).then(() => whenIdle()) });
  device.start();
  return device;
}
