'use client';

export { type DeviceInformationState, useDeviceInformation } from './use-device-information.ts';
