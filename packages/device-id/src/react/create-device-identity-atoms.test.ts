import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createFakeDeviceIdentity } from '../testing/index.ts';
import { createDeviceIdentityAtoms } from './index.ts';

test('the information follows a reset', async () => {
  const { deviceInformationAtom, resetDeviceAtom } = createDeviceIdentityAtoms(
    createFakeDeviceIdentity({ deviceId: 'test.1' }),
  );
  const store = createStore();
  expect((await store.get(deviceInformationAtom)).deviceId).toBe('test.1');
  await store.set(resetDeviceAtom);
  expect((await store.get(deviceInformationAtom)).deviceId).toBe(`fingerprint.${'01'.repeat(12)}`);
});
