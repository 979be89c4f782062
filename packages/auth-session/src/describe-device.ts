import { withinTime } from '@scantix/runtime-utils';
import type { Clock } from './clock.ts';
import type { SessionDeviceIdentity } from './device-identity.ts';
import type { DeviceInfo } from './wire.ts';

/** How long a sign-in waits for the device's identifier, in milliseconds. */
const DEVICE_WAIT_MS = 2_000;

/** Stands for what is not known of a device. */
const UNKNOWN = 'unknown';

const UNKNOWN_DEVICE: DeviceInfo = {
  deviceType: 'Unknown',
  deviceOS: 'Unknown',
  deviceBrowser: 'Unknown',
  deviceString: 'Unknown (Unknown)',
  deviceCategory: UNKNOWN,
  language: UNKNOWN,
  screenResolution: UNKNOWN,
};

/** The device as a sign-in states it. */
export interface DescribedDevice {
  readonly deviceId: string;
  readonly fingerprint: string;
  readonly information: DeviceInfo;
}

/** Waits for the device's identifier for two seconds; what is not there by then is stated as unknown. */
export async function describeDevice(
  identity: SessionDeviceIdentity,
  clock: Clock,
  signal: AbortSignal,
): Promise<DescribedDevice> {
  const soon = <T>(part: Promise<T>, otherwise: T) =>
    withinTime(part, { timeoutMs: DEVICE_WAIT_MS, onTimeout: () => otherwise, clock });
  const [deviceId, fingerprint, information] = await Promise.all([
    soon(identity.getDeviceId({ signal }), UNKNOWN),
    soon(identity.getFingerprint({ signal }), UNKNOWN),
    soon(identity.getDeviceInformation({ signal }), UNKNOWN_DEVICE),
  ]);
  return { deviceId, fingerprint, information };
}
