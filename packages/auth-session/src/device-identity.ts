import type { DeviceInfo } from '@scantix/api-contract';

/** What sign-in needs to know of the device. */
export interface DeviceIdentity {
  getDeviceId(options?: { signal?: AbortSignal }): Promise<string>;
  getFingerprint(): Promise<string>;
  getDeviceInformation(): Promise<DeviceInfo>;
}
