import { createDeviceIdentity, type DeviceIdentity, type DeviceIdentityOptions } from '@scantix/device-id';
import { whenPainted } from '@scantix/runtime-utils';
import { whenIdle } from './browser/when-idle.ts';

/** With the idle moment half of the time that an identifier may take. */
const PAINT_LIMIT_MS = 500;

/** Starts the device fingerprint. Its work waits for an idle moment after the first view, never for an input. */
export function startDeviceIdentity(log: NonNullable<DeviceIdentityOptions['log']>): DeviceIdentity {
  const device = createDeviceIdentity({ log, whenPainted: () => whenPainted(PAINT_LIMIT_MS).then(() => whenIdle()) });
  device.start();
  return device;
}
