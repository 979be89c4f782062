import { expect, test } from 'vitest';
import { createDeviceId } from './index.ts';

test('it knows its name', () => {
  expect(createDeviceId().name).toBe('device-id');
});
