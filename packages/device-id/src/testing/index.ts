export { createDeviceId as createFakeDeviceId } from '../index.ts';
