import { expect, test } from 'vitest';
import { isOwnDevice } from './is-own-device.ts';

test.each([
  [
    'the key that delivered, under another id',
    { deliveredBy: 'd1', deliveredWith: 'k1' },
    { deviceId: 'd2', deviceKey: 'k1' },
    true,
  ],
  [
    'another key under the same id',
    { deliveredBy: 'd1', deliveredWith: 'k1' },
    { deviceId: 'd1', deviceKey: 'k2' },
    false,
  ],
  [
    'no key under the same id, where one delivered',
    { deliveredBy: 'd1', deliveredWith: 'k1' },
    { deviceId: 'd1', deviceKey: null },
    false,
  ],
  [
    'a key under the id that delivered without',
    { deliveredBy: 'd1', deliveredWith: null },
    { deviceId: 'd1', deviceKey: 'k1' },
    true,
  ],
  [
    'another id than that which delivered without',
    { deliveredBy: 'd1', deliveredWith: null },
    { deviceId: 'd2', deviceKey: null },
    false,
  ],
])('a call with %s', (_what, deliverer, caller, expected) => {
  expect(isOwnDevice(deliverer, caller)).toBe(expected);
});
