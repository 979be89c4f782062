import { atom } from 'jotai';
import type { DeviceId } from '../index.ts';

export function createDeviceIdAtoms(deviceId: DeviceId) {
  return { nameAtom: atom(() => deviceId.name) };
}
