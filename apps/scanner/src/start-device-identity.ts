import type { AppConfiguration } from '@scantix/config';
import { createDeviceIdentity, type DeviceIdentity } from '@scantix/device-id';
import { whenQuiet } from './browser/when-quiet.ts';

/** Starts the device fingerprint: after the first paint for the analytics logger, else when the page is idle. */
export function startDeviceIdentity({ axiom }: AppConfiguration): DeviceIdentity {
  // Without the logger, nothing asks for the id before Sign In.
  const device = createDeviceIdentity(axiom.enabled ? {} : { whenPainted: () => whenQuiet() });
  device.start();
  return device;
}
