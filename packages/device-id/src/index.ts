export { createDeviceId, type DeviceId } from './create-device-id.ts';
