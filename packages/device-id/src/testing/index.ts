export { createFakeDeviceIdentity } from './create-fake-device-identity.ts';
