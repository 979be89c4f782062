/** Who this device is: a stable identifier and what the browser says of itself. */
export interface DeviceId {
  readonly name: 'device-id';
}

export function createDeviceId(): DeviceId {
  return { name: 'device-id' };
}
