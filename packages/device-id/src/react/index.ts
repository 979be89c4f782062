export { createDeviceIdentityAtoms, type DeviceIdentityAtoms } from './create-device-identity-atoms.ts';
