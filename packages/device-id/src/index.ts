export { createDeviceIdentity } from './create-device-identity.ts';
export {
  type DeviceBrowser,
  type DeviceCategory,
  type DeviceDescription,
  type DeviceOS,
  type DeviceTraits,
  type DeviceType,
  describeDevice,
} from './describe-device.ts';
export type { DeviceEnvironment } from './device-environment.ts';
export type { AbortOptions, DeviceIdentity, DeviceInformation, FingerprintMetadata } from './device-identity.ts';
export type { DeviceIdentityOptions } from './device-identity-options.ts';
export { DEVICE_ID_KEY, DEVICE_VERSION, DEVICE_VERSION_KEY, type DeviceIdStorage } from './identifier-store.ts';
