import type { DeviceInfo } from './wire.ts';

/**
 * The device, as sign-in describes it to the server. Each method may take its time: a sign-in waits two seconds and goes
 * on with those that have resolved.
 */
export interface SessionDeviceIdentity {
  /** The stable identifier of the device. */
  getDeviceId(options?: { signal?: AbortSignal }): Promise<string>;
  /** The fingerprint part of the identifier. */
  getFingerprint(options?: { signal?: AbortSignal }): Promise<string>;
  /** Type, operating system, browser, language and screen of the device. */
  getDeviceInformation(options?: { signal?: AbortSignal }): Promise<DeviceInfo>;
}
