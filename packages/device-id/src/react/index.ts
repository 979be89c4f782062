export { createDeviceIdAtoms } from './create-device-id-atoms.ts';
