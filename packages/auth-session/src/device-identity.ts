import type { DeviceInfo } from '@scantix/api-contract';

/** The device, as sign-in describes it to the server. */
export interface SessionDeviceIdentity {
  /** The stable identifier of the device. */
  getDeviceId(options?: { signal?: AbortSignal }): Promise<string>;
  /** The fingerprint part of the identifier. */
  getFingerprint(): Promise<string>;
  /** Type, operating system, browser, language and screen of the device. */
  getDeviceInformation(): Promise<DeviceInfo>;
}
